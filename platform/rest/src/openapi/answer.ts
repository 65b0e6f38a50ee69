/** `GET /`: the document, for whoever asks. */
import type { Database, Session, Statement } from '@platform/database'

import type { RestConfig } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { media } from '../parse/media-type.ts'
import type { ApiRequest, HttpRequest } from '../parse/request.ts'
import type { HttpAnswer } from '../respond/respond.ts'
import type { Schema } from '../schema/schema.ts'
import { readVisible } from '../transact/visible.ts'
import { openApiDocument } from './document.ts'

const available: ReadonlySet<string> = new Set([media.any, media.json, media.openApi, 'application/*'])

export interface RootParts {
  readonly http: HttpRequest
  readonly schema: Schema
  readonly database: Database
  readonly session: Session
  readonly before: Statement | null
}

export function assertRoot({ method, accept }: ApiRequest, config: RestConfig): void {
  if (method !== 'GET' && method !== 'HEAD') throw requestErrors.method(method)
  if (!config.servesOpenApi) throw requestErrors.rootDisabled()
  if (!accept.some(({ name }) => available.has(name))) throw requestErrors.mediaType(accept.map(({ name }) => name))
}

export async function answerRoot(
  request: ApiRequest,
  { http, schema, database, session, before }: RootParts,
): Promise<HttpAnswer> {
  const visible = await readVisible(database, session, request.schema, before)
  const host = http.headers.host ?? 'localhost'
  const document = openApiDocument({ request, schema, visible, host, basePath: http.mount })
  return {
    status: 200,
    headers: {
      'content-type': 'application/openapi+json; charset=utf-8',
      ...(request.hasProfile && { 'content-profile': request.schema }),
    },
    body: request.method === 'HEAD' ? null : JSON.stringify(document),
  }
}
