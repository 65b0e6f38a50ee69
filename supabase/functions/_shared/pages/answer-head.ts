/** `?path=…&origin=…`: the head of a page, as the server that serves it writes it. */
import { FunctionError, json } from '../respond.ts'
import { headOf } from './page-head.ts'
import { findSubject } from './subject.ts'

const originForm = /^https?:\/\/[\w.:[\]-]{1,260}$/

export async function answerHead(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const path = searchParams.get('path') ?? ''
  const origin = searchParams.get('origin') ?? ''
  if (!path.startsWith('/') || path.length > 200 || !originForm.test(origin)) {
    throw new FunctionError(400, 'bad_request', 'path and origin say which page')
  }
  const subject = await findSubject(path)
  if (subject === null) throw new FunctionError(404, 'not_found', 'There is no such page')
  return json(headOf(subject, origin), 200, { 'cache-control': 'public, max-age=60' })
}
