import type { Redis } from '../../platform/redis/redis.ts'
import type { Counters, Reading, Window } from './window.ts'

/**
 * Asks every window and uses all or none, in one step that no other replica can come between. Time is Redis's own, so
 * that replicas whose clocks differ still count alike. A fixed window is a number that expires; a sliding one is the
 * list of its uses' instants in microseconds, newest first, shortened as they grow old.
 *
 * KEYS: one a window. ARGV, four a window: kind, limit, length in microseconds, cost.
 * Returns whether all had room, now, then for each window what is used, when it resets and when the refused would fit
 * (0 where it did), in milliseconds.
 */
const script = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local function text(number) return string.format('%.0f', number) end
local admitted = 1
local windows = {}
for i, key in ipairs(KEYS) do
  local at = (i - 1) * 4
  local w = { kind = ARGV[at + 1], limit = tonumber(ARGV[at + 2]), length = tonumber(ARGV[at + 3]), cost = tonumber(ARGV[at + 4]), retry = 0 }
  if w.kind == 'fixed' then
    w.used = tonumber(redis.call('GET', key) or '0')
    local left = redis.call('PTTL', key)
    w.reset = now + (left > 0 and left * 1000 or w.length)
    if w.used + w.cost > w.limit then w.retry = w.used > 0 and w.reset or now end
  else
    w.used = redis.call('LLEN', key)
    local oldest = w.used > 0 and tonumber(redis.call('LINDEX', key, -1)) or nil
    while oldest and oldest <= now - w.length do
      redis.call('RPOP', key)
      w.used = w.used - 1
      oldest = w.used > 0 and tonumber(redis.call('LINDEX', key, -1)) or nil
    end
    local newest = w.used > 0 and tonumber(redis.call('LINDEX', key, 0)) or now
    w.reset = newest + w.length
    if w.used >= w.limit then w.retry = (oldest or now) + w.length end
  end
  if w.retry > 0 then admitted = 0 end
  windows[i] = w
end
local reply = { admitted, text(now / 1000) }
for i, key in ipairs(KEYS) do
  local w = windows[i]
  if admitted == 1 then
    if w.kind == 'fixed' then
      if w.used > 0 then redis.call('INCRBY', key, w.cost)
      else redis.call('SET', key, w.cost, 'PX', text(w.length / 1000)) end
      w.used = w.used + w.cost
    else
      redis.call('LPUSH', key, text(now))
      redis.call('PEXPIRE', key, text(w.length / 1000))
      w.used = w.used + 1
      w.reset = now + w.length
    end
  end
  reply[#reply + 1] = w.used
  reply[#reply + 1] = text(math.ceil(w.reset / 1000))
  reply[#reply + 1] = text(math.ceil(w.retry / 1000))
end
return reply
`

/** KEYS: one a window. ARGV: the kind of each. A window that ended in between has nothing to take out. */
const refundScript = `
for i, key in ipairs(KEYS) do
  if ARGV[i] == 'sliding' then redis.call('LPOP', key)
  elseif tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end
`

type Script<T> = (keyCount: number, ...keysAndArguments: (string | number)[]) => Promise<T>
type Taking = Redis & { takeWindows: Script<unknown[]>; refundWindows: Script<null> }

/** Counters that all replicas share; one round trip for any number of windows. Rejects when Redis is down. */
export function createRedisCounters(redis: Redis): Counters {
  redis.defineCommand('takeWindows', { lua: script })
  redis.defineCommand('refundWindows', { lua: refundScript })
  const taking = redis as Taking
  return {
    async take(windows) {
      const reply = await taking.takeWindows(
        windows.length,
        ...windows.map(({ key }) => key),
        ...windows.flatMap(({ kind, limit, seconds, cost }) => [kind, limit, seconds * 1_000_000, cost]),
      )
      const numbers = reply.map(Number)
      const [admitted, now = 0] = numbers
      return {
        admitted: admitted === 1,
        now,
        readings: windows.map((window, index) => readingOf(window, numbers.slice(2 + index * 3, 5 + index * 3), now)),
      }
    },
    async refund(windows) {
      if (windows.length === 0) return
      await taking.refundWindows(windows.length, ...windows.map(({ key }) => key), ...windows.map(({ kind }) => kind))
    },
  }
}

function readingOf({ limit, seconds }: Window, [used = 0, resetAt = 0, retryAt = 0]: number[], now: number): Reading {
  return {
    limit,
    seconds,
    remaining: Math.max(0, limit - used),
    resetAt,
    ...(retryAt === 0 ? {} : { retryAt: Math.max(retryAt, now + 1) }),
  }
}
