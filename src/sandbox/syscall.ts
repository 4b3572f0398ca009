/** The numbers of a system call: [x86-64, arm64]; null where the architecture has none. From the kernel's headers. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/**
 * What no command needs, by what it could be used for. Refused with EPERM: nobody inside has a capability, so most of
 * them would fail anyway; what is refused here can't be reached should the kernel have a fault behind it.
 */
export const refused = {
  // Reading or steering another process.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // Another view of the files.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  // Namespaces: a new one would give capabilities over it.
  unshare: [272, 97],
  setns: [308, 268],
  // The user's keys.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Programs and probes inside the kernel.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  // The machine.
  acct: [163, 89],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  ioperm: [173, null],
  iopl: [172, null],
  modify_ldt: [154, null],
  lookup_dcookie: [212, 18],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  vhangup: [153, 58],
} as const satisfies Record<string, Numbers>;

/**
 * Answered as a kernel does that doesn't know them (ENOSYS), so that programs take their older way: `clone3` hides its
 * flags from a filter; io_uring does work that a filter doesn't see; the others are memory that no limit counts.
 */
export const unknown = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Its mode lies in memory, where a filter doesn't see it.
  openat2: [437, 437],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
} as const satisfies Record<string, Numbers>;

/** Judged by their arguments. */
export const judged = {
  clone: [56, 220],
  ioctl: [16, 29],
  renameat2: [316, 276],
  socket: [41, 198],
} as const satisfies Record<string, Numbers>;

/**
 * Judged by the mode that they give a file, which is their argument number `mode`. With `flags`, only where that argument
 * says that a file is made.
 */
export const modes = {
  chmod: { numbers: [90, null], mode: 1 },
  fchmod: { numbers: [91, 52], mode: 1 },
  fchmodat: { numbers: [268, 53], mode: 2 },
  fchmodat2: { numbers: [452, 452], mode: 2 },
  creat: { numbers: [85, null], mode: 1 },
  open: { numbers: [2, null], mode: 2, flags: 1 },
  openat: { numbers: [257, 56], mode: 3, flags: 2 },
  mknod: { numbers: [133, null], mode: 1 },
  mknodat: { numbers: [259, 33], mode: 2 },
} as const satisfies Record<string, { numbers: Numbers; mode: number; flags?: number }>;

/** Calls above this number are younger than this list and are answered as unknown. */
export const youngest = 467;
