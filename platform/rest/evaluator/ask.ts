/** Sends what was printed, and reads what comes back. */
import { ada, ben, reader, service, type Shop } from '../testing/shop.ts'
import type { Actual } from './compare.ts'
import type { Role } from './model.ts'
import type { Wire } from './print.ts'
import { parseJson } from './value.ts'

const credentials: Readonly<Record<Role, Record<string, string>>> = {
  anon: {},
  ada: reader(ada),
  ben: reader(ben),
  service,
}

export async function ask(shop: Shop, { method, url, role, headers, body }: Wire): Promise<Actual> {
  const answer = await shop.send(method, url, {
    headers: { ...credentials[role], ...headers },
    ...(body === null ? {} : { body }),
  })
  const header = (name: string) => {
    const value = answer.headers[name]
    return value === undefined ? null : String(value)
  }
  return {
    status: answer.statusCode,
    contentRange: header('content-range'),
    location: header('location'),
    body: answer.body === '' ? undefined : parseJson(answer.body),
  }
}

/** The request as a person would try it again. */
export const describeWire = ({ method, url, role, headers, body }: Wire): string =>
  [`${method} ${decodeURIComponent(url)} as ${role}`, url, JSON.stringify(headers), body ?? ''].join('\n')
