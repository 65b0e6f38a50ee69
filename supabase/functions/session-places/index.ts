/**
 * GET session-places: where one's own sessions seem to be, `{places: [{id, city, country}], source}`, read from the
 * database of networks that GEOIP_DATABASE_FILE names, in this process. Without one, or for an address that it does not know,
 * nothing is said. No city is kept: it is looked up of the address that the session holds as long as it lasts.
 */
import { callerOf } from '../_shared/clients.ts'
import { answer, FunctionError, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { openPlaces } from './places.ts'

const headers = { 'cache-control': 'private, no-store' }

async function serve(request: Request): Promise<Response> {
  if (request.method !== 'GET') throw new FunctionError(405, 'method_not_allowed', 'Places are read')
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const known = await openPlaces()
  if (known === null) return json({ places: [], source: null }, 200, headers)
  const sessions = await callRpc(caller.client, 'my_sessions', {})
  const places = sessions.flatMap(({ id, ip }) => {
    const place = ip === null ? null : known.placeOf(ip)
    return place === null ? [] : [{ id, ...place }]
  })
  return json({ places, source: known.source }, 200, headers)
}

export default { fetch: (request: Request) => answer(request, serve) }
