/** `generate`: the same order, the same price and the same answer as v0-generator. */
import { generate as generatePictures } from '../../_shared/generation/generate.ts'
import type { Call } from '../call.ts'
import { requirePerson } from '../person.ts'

export async function generate({ asker, request }: Call, body: unknown): Promise<Response> {
  const caller = requirePerson(asker, 'User must be authenticated to generate images')
  return generatePictures(request, { caller, body })
}
