/**
 * How glibc hands memory out and back, which a process can only be told before it begins. By default each thread has an
 * arena of its own, and the thresholds grow with the largest block that was ever freed: after an hour of compressing
 * pages and images, two thirds of what the process held of the machine was free. Other allocators pass these over.
 */
export const ALLOCATOR_SETTINGS = {
  // Threads that compress and decode are few, and wait for the processor more than for the allocator.
  MALLOC_ARENA_MAX: '2',
  // Bytes. Blocks from here on are taken from the machine and given back by themselves; fixed, so that it stays so.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // Bytes that may lie free at an arena's end before they are given back.
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/**
 * Of V8: megabytes of a half of the young generation. With the 16 it takes by itself, 200 MB were kept for a heap of
 * which 80 are in use; with fewer than 8 it would collect all the time while pages are rendered.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8'] as const
