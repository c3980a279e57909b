/* disk LOG RULES FOLDER PROGRAM [ARG...]: runs a program, and stands between it and the disk, below the C library, so that
   no call escapes: see seccomp_unotify(2).

   LOG gets a line for each call that changes anything below FOLDER, before it is made:

       NUMBER THREAD CLASS PATH [OTHER PATH | OFFSET BYTES]

   with tabs between them and bytes in hexadecimal digits. THREAD is that of the system; the program's first is its process.

   RULES is a folder of symbolic links, which may come and go while the program runs. Each is named after a class and what
   happens to it; for the class `all` to every call:

       CLASS.delay  "leads to" a number of milliseconds by which the calls are late
       CLASS.stop   the calls take until the link is gone
       CLASS.fail   "leads to" a number of the system with which the calls fail
       all.kill     "leads to" the number of a line of the log: the program is killed before that call

   Where the system does not allow it, the exit status is 77.

   gcc -o disk disk.c */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define FORBIDDEN 77
#define LONGEST 4096
#define MOST_DATA (1 << 20)
#define MOST_WAITING 256

enum shape
{
  AT_PATH,     /* a folder, and a path in it */
  AT_OPEN,     /* the same, and how it is opened */
  AT_TWO,      /* two of them */
  PATH,
  OPEN,
  TWO,
  BYTES,       /* a file, bytes, and how many */
  BYTES_AT,    /* the same, and where */
  VECTORS,     /* a file, and where the bytes are */
  ANY_FILE,    /* a file */
  LOCKING,     /* a file, and a command that may be one of locking */
};

static const struct call
{
  int number;
  const char *class;
  enum shape shape;
} calls[] = {
  { __NR_openat, "create", AT_OPEN },
#ifdef __NR_open
  { __NR_open, "create", OPEN },
  { __NR_creat, "create", PATH },
  { __NR_rename, "rename", TWO },
  { __NR_link, "create", TWO },
  { __NR_unlink, "unlink", PATH },
  { __NR_rmdir, "unlink", PATH },
  { __NR_mkdir, "mkdir", PATH },
  { __NR_chmod, "chmod", PATH },
#endif
#ifdef __NR_renameat
  { __NR_renameat, "rename", AT_TWO },
#endif
  { __NR_renameat2, "rename", AT_TWO },
  { __NR_linkat, "create", AT_TWO },
  { __NR_unlinkat, "unlink", AT_PATH },
  { __NR_mkdirat, "mkdir", AT_PATH },
  { __NR_fchmodat, "chmod", AT_PATH },
  { __NR_fchmod, "chmod", ANY_FILE },
  { __NR_fchown, "chmod", ANY_FILE },
  { __NR_fsetxattr, "chmod", ANY_FILE },
  { __NR_write, "write", BYTES },
  { __NR_pwrite64, "write", BYTES_AT },
  { __NR_writev, "write", VECTORS },
  { __NR_copy_file_range, "write", VECTORS },
  { __NR_ftruncate, "truncate", ANY_FILE },
  { __NR_fallocate, "truncate", ANY_FILE },
  { __NR_fsync, "fsync", ANY_FILE },
  { __NR_fdatasync, "fsync", ANY_FILE },
  { __NR_flock, "lock", ANY_FILE },
  { __NR_fcntl, "lock", LOCKING },
};
#define CALLS (sizeof calls / sizeof *calls)

static const char *rules, *below;
static FILE *history;
static pid_t program;
static int listener;

/* Has the system ask about the calls. */
static int
listen_to_calls (void)
{
  struct sock_filter filter[3 + 2 * CALLS + 1];
  struct sock_fprog code = { 0, filter };
  unsigned short length = 0;
  size_t i;

  filter[length++] = (struct sock_filter) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr));
  for (i = 0; i < CALLS; i++)
    {
      filter[length++] = (struct sock_filter) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (unsigned) calls[i].number, 0, 1);
      filter[length++] = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
  filter[length++] = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  code.len = length;
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int) syscall (__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &code);
}

/* Hands a file to another process, or takes it from there. */
static int
pass (int socket, int file)
{
  char byte = 0, space[CMSG_SPACE (sizeof file)] = { 0 };
  struct iovec part = { &byte, 1 };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space };
  struct cmsghdr *header;

  if (file >= 0)
    {
      header = CMSG_FIRSTHDR (&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN (sizeof file);
      memcpy (CMSG_DATA (header), &file, sizeof file);
      return (int) sendmsg (socket, &message, 0);
    }
  if (recvmsg (socket, &message, 0) < 1 || !(header = CMSG_FIRSTHDR (&message)))
    return -1;
  memcpy (&file, CMSG_DATA (header), sizeof file);
  return file;
}

/* The number that a rule leads to; -1 where there is none. */
static long
rule (const char *class, const char *what)
{
  const char *names[] = { class, "all" };
  char path[LONGEST], number[64];
  int i;

  for (i = 0; i < 2; i++)
    {
      ssize_t length;
      snprintf (path, sizeof path, "%s/%s.%s", rules, names[i], what);
      length = readlink (path, number, sizeof number - 1);
      if (length >= 0)
        {
          number[length] = 0;
          return atol (number);
        }
    }
  return -1;
}

static long
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static ssize_t
peek (pid_t thread, uint64_t address, void *to, size_t size)
{
  struct iovec here = { to, size }, there = { (void *) (uintptr_t) address, size };
  return process_vm_readv (thread, &here, 1, &there, 1, 0);
}

/* The path of an open file, or nothing. */
static void
path_of (pid_t thread, int file, char *path)
{
  char link[64];
  ssize_t length;

  snprintf (link, sizeof link, file == AT_FDCWD ? "/proc/%d/cwd" : "/proc/%d/fd/%d", thread, file);
  length = readlink (link, path, LONGEST - 1);
  path[length < 0 ? 0 : length] = 0;
}

/* The path in an argument of a call, in a folder that is another. */
static void
path_in (pid_t thread, int folder, uint64_t address, char *path)
{
  char text[LONGEST] = "";
  size_t have = 0;

  /* Not past the end of a page: there may be nothing behind it. */
  while (have < LONGEST - 1 && !memchr (text, 0, have))
    {
      size_t more = 256 - (address + have) % 256;
      if (more > LONGEST - 1 - have)
        more = LONGEST - 1 - have;
      if (peek (thread, address + have, text + have, more) < 1)
        break;
      have += more;
    }
  text[have] = 0;
  path[0] = 0;
  if (text[0] != '/')
    {
      path_of (thread, folder, path);
      strncat (path, "/", LONGEST - 1 - strlen (path));
    }
  strncat (path, text, LONGEST - 1 - strlen (path));
}

static int
is_below (const char *path)
{
  size_t length = strlen (below);
  return strncmp (path, below, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static long
position (pid_t thread, int file)
{
  char name[64];
  long place = 0;
  FILE *about;

  snprintf (name, sizeof name, "/proc/%d/fdinfo/%d", thread, file);
  about = fopen (name, "r");
  if (about)
    {
      if (fscanf (about, "pos: %ld", &place) != 1)
        place = 0;
      fclose (about);
    }
  return place;
}

static void
print_bytes (pid_t thread, long offset, uint64_t address, size_t size)
{
  static unsigned char data[MOST_DATA];
  ssize_t length = peek (thread, address, data, size < MOST_DATA ? size : MOST_DATA), i;

  fprintf (history, "\t%ld\t", offset);
  for (i = 0; i < length; i++)
    fprintf (history, "%02x", data[i]);
}

/* Writes a call down. Returns its number, or 0 if it is none of those. */
static long
note (const struct call *call, const struct seccomp_notif *asked)
{
  static long number;
  const __u64 *args = asked->data.args;
  pid_t thread = (pid_t) asked->pid;
  char path[LONGEST] = "", other[LONGEST] = "";
  uint64_t how = args[call->shape == AT_OPEN ? 2 : 1];

  switch (call->shape)
    {
    case AT_OPEN:
    case OPEN:
      if ((how & O_ACCMODE) == O_RDONLY && !(how & (O_CREAT | O_TRUNC)))
        return 0;
      path_in (thread, call->shape == OPEN ? AT_FDCWD : (int) args[0], args[call->shape == AT_OPEN], path);
      break;
    case AT_PATH:
      path_in (thread, (int) args[0], args[1], path);
      break;
    case AT_TWO:
      path_in (thread, (int) args[0], args[1], path);
      path_in (thread, (int) args[2], args[3], other);
      break;
    case PATH:
    case TWO:
      path_in (thread, AT_FDCWD, args[0], path);
      if (call->shape == TWO)
        path_in (thread, AT_FDCWD, args[1], other);
      break;
    case LOCKING:
      if (args[1] != F_SETLK && args[1] != F_SETLKW && args[1] != F_OFD_SETLK && args[1] != F_OFD_SETLKW)
        return 0;
      /* fallthrough */
    default:
      path_of (thread, (int) args[0], path);
    }
  if (!is_below (path) && !is_below (other))
    return 0;
  fprintf (history, "%ld\t%d\t%s\t%s", ++number, thread, call->class, path);
  if (other[0])
    fprintf (history, "\t%s", other);
  if (call->shape == BYTES)
    print_bytes (thread, position (thread, (int) args[0]), args[1], args[2]);
  else if (call->shape == BYTES_AT)
    print_bytes (thread, (long) args[3], args[1], args[2]);
  fputc ('\n', history);
  fflush (history);
  return number;
}

/* Lets a call be made, or fail. */
static void
answer (uint64_t id, int error)
{
  struct seccomp_notif_resp said = { .id = id, .error = -error };

  if (!error)
    said.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  /* A thread that is gone needs no answer. */
  ioctl (listener, SECCOMP_IOCTL_NOTIF_SEND, &said);
}

static struct waiting
{
  uint64_t id;
  const char *class;
  long until;
} waiting[MOST_WAITING];
static int count;

static void
answer_those_in_time (void)
{
  int i;

  for (i = count - 1; i >= 0; i--)
    if (now () >= waiting[i].until && rule (waiting[i].class, "stop") < 0)
      {
        answer (waiting[i].id, 0);
        waiting[i] = waiting[--count];
      }
}

static void
decide (const struct seccomp_notif *asked)
{
  const struct call *call = calls;
  long number, delay, error;

  while (call->number != asked->data.nr)
    call++;
  number = note (call, asked);
  if (!number)
    {
      answer (asked->id, 0);
      return;
    }
  if (rule ("all", "kill") == number)
    {
      kill (program, SIGKILL);
      return;
    }
  delay = rule (call->class, "delay");
  error = rule (call->class, "fail");
  if (error > 0)
    answer (asked->id, (int) error);
  else if ((delay > 0 || rule (call->class, "stop") >= 0) && count < MOST_WAITING)
    waiting[count++] = (struct waiting) { asked->id, call->class, now () + (delay > 0 ? delay : 0) };
  else
    answer (asked->id, 0);
}

static int
stand_between (void)
{
  struct seccomp_notif asked;
  struct pollfd ready = { listener, POLLIN, 0 };

  for (;;)
    {
      int events = poll (&ready, 1, count ? 5 : -1);
      if (events < 0 && errno != EINTR)
        return 1;
      answer_those_in_time ();
      if (ready.revents & (POLLHUP | POLLERR))
        return 0;
      if (events < 1 || !(ready.revents & POLLIN))
        continue;
      memset (&asked, 0, sizeof asked);
      if (ioctl (listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) == 0)
        decide (&asked);
    }
}

int
main (int argc, char **argv)
{
  int ends[2], i;

  if (argc < 5 || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return 2;
  history = fopen (argv[1], "ae");
  rules = argv[2];
  below = argv[3];
  program = getpid ();
  /* The program stays the process that was started. */
  pid_t other = fork ();
  if (other == 0)
    {
      for (i = 0; i < 3; i++)
        close (i);
      close (ends[0]);
      signal (SIGINT, SIG_IGN);
      signal (SIGTERM, SIG_IGN);
      listener = pass (ends[1], -1);
      return listener < 0 ? FORBIDDEN : stand_between ();
    }
  prctl (PR_SET_PTRACER, other, 0, 0, 0);
  signal (SIGCHLD, SIG_DFL);
  listener = listen_to_calls ();
  if (listener < 0 || pass (ends[0], listener) < 0)
    {
      fprintf (stderr, "disk: %s\n", strerror (errno));
      return FORBIDDEN;
    }
  close (listener);
  close (ends[0]);
  close (ends[1]);
  execvp (argv[4], argv + 4);
  return 127;
}
