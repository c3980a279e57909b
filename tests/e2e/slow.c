/* Preloaded into the program: a disk that never answers while the file that SLOW_DISK names is there.

   gcc -shared -fPIC -o slow.so slow.c */

#include <stdlib.h>
#include <unistd.h>

int
fsync (int file)
{
  const char *slow = getenv ("SLOW_DISK");

  (void) file;
  while (slow && access (slow, F_OK) == 0)
    usleep (20000);
  return 0;
}
