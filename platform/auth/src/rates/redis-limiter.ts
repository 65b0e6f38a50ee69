/** Token buckets in Redis. What is left of a key's time is what its bucket lacks: no clock is needed, and none is left over. */
import type { Rate } from '../config.ts'
import { bucketName, type RateLimiter } from './rate-limiter.ts'

const connectMs = 2_000
const longestPauseMs = 2_000
/** Longer nobody waits for a Redis that hangs. */
const answerMs = 500

/** Takes one token: 0, or the milliseconds after which one is there again. */
const takeScript = `
local lacking = math.max(redis.call('PTTL', KEYS[1]), 0)
local whole, one = tonumber(ARGV[1]), tonumber(ARGV[2])
if lacking + one > whole then return lacking + one - whole end
redis.call('SET', KEYS[1], '', 'PX', lacking + one)
return 0`

const giveBackScript = `
local lacking = redis.call('PTTL', KEYS[1]) - tonumber(ARGV[2])
if lacking > 0 then redis.call('PEXPIRE', KEYS[1], lacking) else redis.call('DEL', KEYS[1]) end
return 0`

export interface RedisRateLimiter extends RateLimiter, AsyncDisposable {}

/** Starts without Redis, and finds it later. Meanwhile it throws at once. @param prefix of systems that share a Redis */
export async function createRedisRateLimiter(url: string, prefix = ''): Promise<RedisRateLimiter> {
  // Four hundred files that most systems have no use for.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (retries) => Math.min(2 ** retries * 50, longestPauseMs),
    },
    pingInterval: 5_000,
  })
  // NOTE: whoever asks meanwhile is told by an error of their own.
  client.on('error', () => {})
  const connecting = client.connect().catch(() => {})

  async function run(script: string, key: string, { limit, seconds }: Rate): Promise<number> {
    const whole = seconds * 1_000
    const times = [String(whole), String(Math.max(1, Math.round(whole / limit)))]
    const options = { keys: [`${prefix}rate:${bucketName(key)}`], arguments: times }
    return Number(await answered(client.eval(script, options)))
  }

  return {
    take: async (key, rate) => Math.ceil((await run(takeScript, key, rate)) / 1_000),
    giveBack: async (key, rate) => void (await run(giveBackScript, key, rate)),
    async [Symbol.asyncDispose]() {
      client.destroy()
      await connecting
    },
  }
}

function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Redis has not answered within ${answerMs} ms`)), answerMs)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
