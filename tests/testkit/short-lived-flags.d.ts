/** Flags of V8 for processes of tests, which last for seconds or minutes. */
export declare const shortLivedFlags: readonly string[]
