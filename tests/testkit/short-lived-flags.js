/**
 * Flags of V8 for processes that mostly start things and run each function a few times: only functions that run very
 * often are optimized, and WebAssembly never. Optimizing takes a fifth of the processor time of a start or of a test
 * file, and pays off later than they last.
 */
export const shortLivedFlags = [
  // V8 of Node 24 has no such flag.
  ...(Number.parseInt(process.versions.node) < 24 ? ['--interrupt-budget=1000000'] : []),
  '--liftoff-only',
]
