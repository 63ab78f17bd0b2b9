import type { SignInQuery } from '../generated/operations.ts'

export type Viewer = SignInQuery['viewer']
