import { describe, expect, it } from 'vitest'

import type { Config } from '../settings/config.ts'
import type { Observation } from './events.ts'
import { createLog } from './log.ts'

function linesOf(log: Config['log'], observations: readonly Observation[]): string[] {
  const lines: string[] = []
  const { observe } = createLog(log, { write: (line) => void lines.push(line) })
  for (const observation of observations) observe(observation)
  return lines
}

const answered = {
  kind: 'http.answered',
  requestId: 'trace-1234',
  method: 'GET',
  route: '/rest/v1/:table',
  status: 200,
  ms: 3.1234,
}

describe('log', () => {
  it('writes one JSON line per observation', () => {
    const lines = linesOf({ format: 'json', level: 'info' }, [answered])
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      msg: 'http.answered',
      requestId: 'trace-1234',
      method: 'GET',
      route: '/rest/v1/:table',
      status: 200,
      ms: 3.1,
    })
  })

  it('writes short lines for people', () => {
    const [line] = linesOf({ format: 'human', level: 'debug' }, [answered])
    expect(line).toMatch(/^\S*\d\d:\d\d:\d\d\S* \S*200 GET \/rest\/v1\/:table 3\.1 ms/)
  })

  it('tells people what the server does and what goes wrong, and the rest when they ask', () => {
    const observations = [answered, { ...answered, status: 404 }, { kind: 'server.seeded' }, { kind: 'auth.signed-in' }]
    expect(linesOf({ format: 'human', level: 'info' }, observations)).toHaveLength(2)
    expect(linesOf({ format: 'human', level: 'debug' }, observations)).toHaveLength(4)
  })

  it('tells health checks and the wires’ own accounts of a request only when asked', () => {
    const observations = [{ ...answered, route: '/readyz' }, { kind: 'rest.answered' }]
    expect(linesOf({ format: 'json', level: 'info' }, observations)).toEqual([])
    expect(linesOf({ format: 'json', level: 'debug' }, observations)).toHaveLength(2)
  })

  it.each([
    [{ ...answered, status: 503 }, 'warn'],
    [{ kind: 'auth.refresh-token-reused' }, 'warn'],
    [{ kind: 'auth.message-failed', error: new Error('no line') }, 'error'],
    [{ kind: 'server.crashed', error: new Error('bug') }, 'error'],
  ])('gives %o the level %s', (observation, level) => {
    expect(JSON.parse(linesOf({ format: 'json', level: 'debug' }, [observation])[0]!).level).toBe(level)
  })

  it('tells an error with its causes, and nothing but name, message, code and stack', () => {
    const cause = Object.assign(new Error('connection refused'), {
      code: 'ECONNREFUSED',
      config: { key: 'canary-key' },
    })
    const error = new Error('The database is away', { cause })
    for (const format of ['json', 'human'] as const) {
      const [line] = linesOf({ format, level: 'error' }, [{ kind: 'http.failed', error }])
      expect(line).toContain('The database is away')
      expect(line).toContain('connection refused')
      expect(line).toContain('log.test.ts')
      expect(line).not.toContain('canary-key')
    }
  })

  it('lets no token, e-mail address or password through in texts of others', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ'
    const message = `duplicate key canary@shop.example, Bearer ${token}, postgres://owner:canary-pass@db/shop, sb_secret_canary`
    const [line] = linesOf({ format: 'json', level: 'error' }, [{ kind: 'http.failed', error: new Error(message) }])
    expect(line).toContain('duplicate key c***@***')
    expect(line).not.toContain('canary')
    expect(line).not.toContain('eyJ')
  })
})
