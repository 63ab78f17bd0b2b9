import {
  locatedError,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { CancelSignal } from '../../process/cancellation.ts'
import { turn } from '../../process/turn.ts'
import type { Variables } from '../selection/conditions.ts'
import type { Fragments } from '../selection/fragments.ts'

/** An object or a list of the result that is being filled. */
export type Container = Record<string | number, unknown>
export type Key = string | number

/** A field of the result or an item of its lists: what is known of its values before the operation runs. */
export interface ValuePosition {
  readonly nodes: readonly FieldNode[]
  readonly isNullable: boolean
  /** The type whose field it is; none for an item of a list. */
  readonly typeName: string | undefined
}

/** Where an object or a list is in the result; objects that are taken over as a whole have none. */
export class Place {
  /** An error below has replaced it, or what it is in, by null. */
  isNulled = false

  constructor(
    readonly parent: Place | undefined,
    readonly container: Container,
    readonly key: Key,
    readonly position: ValuePosition,
  ) {}
}

/**
 * The form of the result: new objects, or also objects that resolvers returned, which may have more members than
 * were selected and must not be changed, or also parts that are JSON text already.
 */
export type Output = 'copied' | 'shared' | 'json'

/** An operation, the fragments of its document and the schema that it is executed against. */
export interface ExecutableOperation {
  readonly schema: GraphQLSchema
  readonly definition: OperationDefinitionNode
  readonly fragments: Fragments
}

/** An operation that waits for more promises than this is completed over several turns of the event loop. */
const maxShort = 6

/** One execution: what the resolvers share, the errors so far, and how many promises are still waited for. */
export class Run {
  readonly errors: GraphQLError[] = []
  #pending = 0
  #resolved = 0
  #whenIdle: (() => void) | undefined

  constructor(
    readonly operation: ExecutableOperation,
    readonly rootValue: unknown,
    readonly context: unknown,
    readonly variables: Variables,
    readonly output: Output,
    /** Aborted when the result is not needed any more: what is still to come fails. */
    private readonly signal?: CancelSignal,
  ) {}

  get isIdle(): boolean {
    return this.#pending === 0
  }

  /** Resolves when no promise is waited for any more. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle = resolve
    })
  }

  /** Continues with what a promise resolves to; both continuations handle their own errors. */
  defer(promise: PromiseLike<unknown>, resolved: (value: unknown) => void, rejected: (error: unknown) => void): void {
    this.#pending += 1
    const settled = (value: unknown): void => {
      if (this.signal?.aborted) rejected(this.signal.reason)
      else resolved(value)
      this.#leave()
    }
    promise.then(
      (value) => {
        this.#resolved += 1
        if (this.#resolved <= maxShort || !turn.isOver) return settled(value)
        keepHandled(value)
        void turn.next().then(() => settled(value))
      },
      (error: unknown) => {
        rejected(error)
        this.#leave()
      },
    )
  }

  /** Waits for a list of values that is completed over several turns. */
  wait(completed: PromiseLike<void>, values: readonly unknown[]): void {
    keepHandled(values)
    this.#pending += 1
    void completed.then(() => this.#leave())
  }

  #leave(): void {
    this.#pending -= 1
    if (this.#pending > 0 || !this.#whenIdle) return
    const done = this.#whenIdle
    this.#whenIdle = undefined
    done()
  }

  /** Reports an error and replaces the nearest position that may be null. */
  fail(error: unknown, position: ValuePosition, container: Container, key: Key, place: Place): void {
    if (position.isNullable) {
      // Nothing below a null is part of the response, and neither are its errors.
      if (isBelowNull(place)) return
      container[key] = null
    } else {
      if (isBelowNull(place)) return
      let nulled = place
      nulled.isNulled = true
      while (!nulled.position.isNullable && nulled.parent) {
        nulled = nulled.parent
        nulled.isNulled = true
      }
      nulled.container[nulled.key] = null
    }
    this.errors.push(locatedError(error, position.nodes, pathOf(place, key)))
  }
}

/**
 * Handles rejections of promises within a result while it waits for its turn, also within what those resolve to
 * meanwhile: an unhandled one would end the process.
 */
function keepHandled(value: unknown, depth = 2): void {
  if (value instanceof Promise)
    value.then(
      (resolved) => keepHandled(resolved),
      () => undefined,
    )
  else if (depth > 0 && typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) keepHandled(inner, depth - 1)
}

function isBelowNull(place: Place | undefined): boolean {
  for (let above = place; above; above = above.parent) if (above.isNulled) return true
  return false
}

function pathOf(place: Place, key: Key): Key[] {
  const path = [key]
  // The root is not named in paths.
  for (let above = place; above.parent; above = above.parent) path.push(above.key)
  return path.reverse()
}
