/* SPDX-License-Identifier: MIT */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static fnr_status make_directory(const char *path, fnr_error *why)
{
    struct stat info;
    if (mkdir(path, 0777) == 0) return FNR_OK;
    if (errno == EEXIST && stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) return FNR_OK;
        errno = ENOTDIR;
    }
    return fnr_fail_errno(why, "make this directory", path);
}

fnr_status fnr_file_make_directories(const char *path, fnr_error *why)
{
    char part[FNR_PATH_SIZE];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return fnr_fail_errno(why, "make this directory", path);
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        fnr_status status = make_directory(part, why);
        if (status) return status;
    }
    return FNR_OK;
}

fnr_status fnr_file_read_at(int fd, const char *path, uint64_t offset, void *bytes, size_t size,
                            fnr_error *why)
{
    uint8_t *to = bytes;
    while (size > 0) {
        ssize_t got = pread(fd, to, size, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fnr_fail_errno(why, "read", path);
        if (got == 0)
            return fnr_fail_file(why, FNR_ERR_CORRUPT, path, "truncated: ends at byte %llu",
                                 (unsigned long long)offset);
        to += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return FNR_OK;
}

/* Whether a name is that of an unfinished file whose process is no more. Nobody has written to it
 * for a while: a process of another container cannot be seen from here. */
static bool is_stale(int directory, const char *name)
{
    enum { WHILE = 600 }; /* seconds */
    struct stat info;
    long process;
    const char *end = strrchr(name, '.'), *at = strchr(name, '.');
    if (!end || strcmp(end, ".tmp") != 0 || !at) return false;
    at = strchr(at + 1, '.');
    if (!at || sscanf(at, ".%ld.", &process) != 1 || process <= 0) return false;
    if (kill((pid_t)process, 0) == 0 || errno != ESRCH) return false;
    return fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
           time(NULL) - info.st_mtime > WHILE;
}

void fnr_outfile_sweep(const char *directory)
{
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *listing = fd < 0 ? NULL : fdopendir(fd);
    if (!listing && fd >= 0) close(fd);
    if (!listing) return;
    for (struct dirent *entry; (entry = readdir(listing));)
        if (is_stale(dirfd(listing), entry->d_name)) unlinkat(dirfd(listing), entry->d_name, 0);
    closedir(listing);
}

static void directory_of(const char *path, char directory[FNR_PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(directory, FNR_PATH_SIZE, ".");
    else
        snprintf(directory, FNR_PATH_SIZE, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

void fnr_outfile_sweep_beside(const char *path)
{
    char directory[FNR_PATH_SIZE];
    directory_of(path, directory);
    fnr_outfile_sweep(directory);
}

/* A name that no other writer has, in this process or another, and that no dead one has left. */
static int open_temporary(fnr_outfile *file)
{
    enum { TRIES = 10000 };
    for (int i = 0; i < TRIES; i++) {
        int length = snprintf(file->temporary, sizeof file->temporary, "%s.%ld.%d.tmp", file->path,
                              (long)getpid(), i);
        if (length < 0 || (size_t)length >= sizeof file->temporary) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

fnr_status fnr_outfile_create(const char *path, fnr_outfile *file, fnr_error *why)
{
    int length = snprintf(file->path, sizeof file->path, "%s", path);
    errno = ENAMETOOLONG;
    file->fd = length < 0 || (size_t)length >= sizeof file->path ? -1 : open_temporary(file);
    return file->fd < 0 ? fnr_fail_errno(why, "create", path) : FNR_OK;
}

fnr_status fnr_outfile_write_at(fnr_outfile *file, uint64_t offset, const void *bytes, size_t size,
                                fnr_error *why)
{
    const uint8_t *from = bytes;
    while (size > 0) {
        ssize_t put = pwrite(file->fd, from, size, (off_t)offset);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return fnr_fail_errno(why, "write", file->temporary);
        from += put;
        offset += (uint64_t)put;
        size -= (size_t)put;
    }
    return FNR_OK;
}

/* A rename is on the disk only when its directory is. */
static fnr_status sync_directory_of(const char *path, fnr_error *why)
{
    char directory[FNR_PATH_SIZE];
    directory_of(path, directory);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return fnr_fail_errno(why, "open", directory);
    fnr_status status = FNR_OK;
    /* Some file systems cannot flush a directory and say EINVAL: there is nothing to wait for. */
    if (fsync(fd) != 0 && errno != EINVAL) status = fnr_fail_errno(why, "flush", directory);
    close(fd);
    return status;
}

fnr_status fnr_outfile_commit(fnr_outfile *file, fnr_error *why)
{
    fnr_status status = FNR_OK;
    if (fsync(file->fd) != 0) status = fnr_fail_errno(why, "flush", file->temporary);
    if (close(file->fd) != 0 && !status) status = fnr_fail_errno(why, "close", file->temporary);
    file->fd = -1;
    if (!status && rename(file->temporary, file->path) != 0)
        status = fnr_fail_errno(why, "rename the finished file to", file->path);
    if (status) {
        unlink(file->temporary);
        return status;
    }
    return sync_directory_of(file->path, why);
}

void fnr_outfile_abandon(fnr_outfile *file)
{
    if (file->fd >= 0) close(file->fd);
    unlink(file->temporary);
    file->fd = -1;
}
