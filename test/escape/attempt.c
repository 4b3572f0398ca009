/* Attempts by system calls. Prints "done" where one succeeded, "refused" and the reason where not. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int reach(int family, int type, const char *host, int port) {
  int s = socket(family, type, 0);
  if (s < 0) return -1;
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  inet_pton(AF_INET, host, &v4.sin_addr);
  inet_pton(AF_INET6, host, &v6.sin6_addr);
  struct sockaddr *to = family == AF_INET ? (struct sockaddr *)&v4 : (struct sockaddr *)&v6;
  if (connect(s, to, family == AF_INET ? sizeof v4 : sizeof v6) < 0) return -1;
  return write(s, "hello", 5);
}

static int local(const char *path, int abstract) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (s < 0) return -1;
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  strncpy(to.sun_path + abstract, path, sizeof to.sun_path - 2);
  if (connect(s, (struct sockaddr *)&to, offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path)) < 0) return -1;
  return write(s, "hello", 5);
}

static int mapped(const char *path) {
  int f = open(path, O_RDWR);
  if (f < 0) f = open(path, O_RDONLY);
  char *p = mmap(0, 4, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (p == MAP_FAILED) return -1;
  p[0] = 'X';
  return msync(p, 4, MS_SYNC);
}

/* Memory that is written but belongs to no process alone. */
static int shared(const char *mebibytes) {
  size_t size = (size_t)atoi(mebibytes) << 20;
  char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return -1;
  for (size_t at = 0; at < size; at += 4096) p[at] = 1;
  return sleep(60);
}

static int attempt(const char *what, const char *a, const char *b) {
  if (!strcmp(what, "tcp")) return reach(AF_INET, SOCK_STREAM, a, atoi(b));
  if (!strcmp(what, "tcp6")) return reach(AF_INET6, SOCK_STREAM, a, atoi(b));
  if (!strcmp(what, "udp")) return reach(AF_INET, SOCK_DGRAM, a, atoi(b));
  if (!strcmp(what, "unix")) return local(a, 0);
  if (!strcmp(what, "abstract")) return local(a, 1);
  if (!strcmp(what, "family")) return socket(atoi(a), atoi(b), 0);
  if (!strcmp(what, "shared")) return shared(a);
  if (!strcmp(what, "mmap")) return mapped(a);
  if (!strcmp(what, "truncate")) return truncate(a, 0);
  if (!strcmp(what, "utimes")) return utimes(a, NULL);
  if (!strcmp(what, "xattr")) return setxattr(a, "user.ergo", "x", 1, 0);
  if (!strcmp(what, "tmpfile")) return open(a, O_TMPFILE | O_RDWR, 0600);
  if (!strcmp(what, "fallocate")) return fallocate(open(a, O_RDONLY), 0, 0, 100);
  if (!strcmp(what, "mknod")) return mknod(a, S_IFCHR | 0666, makedev(1, 1));
  if (!strcmp(what, "block")) return mknod(a, S_IFBLK | 0666, makedev(254, 0));
  if (!strcmp(what, "open")) return open(a, O_CREAT | O_WRONLY, strtol(b, 0, 8));
  if (!strcmp(what, "creat")) return creat(a, strtol(b, 0, 8));
  if (!strcmp(what, "chmod")) return chmod(a, strtol(b, 0, 8));
  if (!strcmp(what, "fchmod")) return fchmod(open(a, O_RDONLY), strtol(b, 0, 8));
  if (!strcmp(what, "fchmodat")) return fchmodat(AT_FDCWD, a, strtol(b, 0, 8), 0);
  if (!strcmp(what, "fchmodat2")) return syscall(452, AT_FDCWD, a, strtol(b, 0, 8), 0);
  if (!strcmp(what, "openat2")) {
    unsigned long long how[3] = {O_CREAT | O_WRONLY, strtol(b, 0, 8), 0};
    return syscall(437, AT_FDCWD, a, how, sizeof how);
  }
  if (!strcmp(what, "linked")) {
    char path[64];
    int f = open(".", O_TMPFILE | O_RDWR, strtol(b, 0, 8));
    snprintf(path, sizeof path, "/proc/self/fd/%d", f);
    return f < 0 ? -1 : linkat(AT_FDCWD, path, AT_FDCWD, a, AT_SYMLINK_FOLLOW);
  }
  if (!strcmp(what, "mknodfile")) return mknod(a, S_IFREG | strtol(b, 0, 8), 0);
  if (!strcmp(what, "whiteout")) return mknod(a, S_IFCHR | 0666, makedev(0, 0));
  if (!strcmp(what, "moved")) return syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 4);
  if (!strcmp(what, "capability")) {
    unsigned int data[5] = {0x02000001, 0xffffffff, 0, 0xffffffff, 0};
    return setxattr(a, "security.capability", data, sizeof data, 0);
  }
  if (!strcmp(what, "immutable")) {
    int flags = FS_IMMUTABLE_FL;
    return ioctl(open(a, O_RDONLY), FS_IOC_SETFLAGS, &flags);
  }
  if (!strcmp(what, "setuid")) return setresuid(0, 0, 0);
  if (!strcmp(what, "chroot")) return chroot(a);
  if (!strcmp(what, "mount")) return mount("none", "/tmp", "tmpfs", 0, "");
  if (!strcmp(what, "bind")) return mount(a, "/tmp", NULL, MS_BIND, NULL);
  if (!strcmp(what, "remount")) return mount(NULL, a, NULL, MS_REMOUNT | MS_BIND, NULL);
  if (!strcmp(what, "umount")) return umount2(a, MNT_DETACH);
  if (!strcmp(what, "pivot")) return syscall(SYS_pivot_root, "/tmp", "/tmp");
  if (!strcmp(what, "open_tree")) return syscall(SYS_open_tree, AT_FDCWD, "/", 1);
  if (!strcmp(what, "fsopen")) return syscall(SYS_fsopen, "tmpfs", 0);
  if (!strcmp(what, "unshare")) return unshare(atoi(a));
  if (!strcmp(what, "clone")) return syscall(SYS_clone, atoi(a) | SIGCHLD, 0, 0, 0, 0);
  if (!strcmp(what, "clone3")) {
    unsigned long long args[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    return syscall(SYS_clone3, args, sizeof args);
  }
  if (!strcmp(what, "setns")) return setns(open(a, O_RDONLY), 0);
  if (!strcmp(what, "ptrace")) return ptrace(PTRACE_ATTACH, atoi(a), 0, 0);
  if (!strcmp(what, "traceme")) return ptrace(PTRACE_TRACEME, 0, 0, 0);
  if (!strcmp(what, "vm")) return syscall(SYS_process_vm_readv, atoi(a), NULL, 0, NULL, 0, 0);
  if (!strcmp(what, "kill")) return kill(atoi(a), SIGKILL);
  if (!strcmp(what, "keyctl")) return syscall(SYS_keyctl, 0, -4, 0);
  if (!strcmp(what, "add_key")) return syscall(SYS_add_key, "user", "ergo", "x", 1, -4);
  if (!strcmp(what, "bpf")) return syscall(SYS_bpf, 0, NULL, 0);
  if (!strcmp(what, "perf")) return syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0);
  if (!strcmp(what, "userfaultfd")) return syscall(SYS_userfaultfd, 1);
  if (!strcmp(what, "io_uring")) return syscall(SYS_io_uring_setup, 4, calloc(1, 256));
  if (!strcmp(what, "memfd")) return syscall(SYS_memfd_create, "x", 0);
  if (!strcmp(what, "shmget")) return syscall(SYS_shmget, 0, 1 << 20, 01600);
  if (!strcmp(what, "handle")) return syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0);
  if (!strcmp(what, "tiocsti")) return ioctl(0, TIOCSTI, "x") == 0 ? 0 : ioctl(open("/dev/tty", O_RDWR), TIOCSTI, "x");
  if (!strcmp(what, "newest")) return syscall(480, 0, 0, 0);
#ifdef __x86_64__
  if (!strcmp(what, "x32")) return syscall(0x40000000 + 39);
  if (!strcmp(what, "i386")) { int r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20) : "memory"); return r; }
#endif
  errno = EINVAL;
  printf("no such attempt\n");
  return -1;
}

int main(int argc, char **argv) {
  int result = attempt(argv[1], argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "");
  if (result < 0) printf("refused: %s\n", strerror(errno));
  else printf("done\n");
  return 0;
}
