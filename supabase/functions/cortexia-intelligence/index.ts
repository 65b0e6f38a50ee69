/**
 * POST cortexia-intelligence (spec §7): `{action, …}` to an answer about descriptions and pictures. The public key is
 * enough for what costs nothing; a session is needed for what does.
 */
import { answerPost } from '../_shared/respond.ts'
import { answerAction } from './answer-action.ts'

export default { fetch: (request: Request) => answerPost(request, answerAction) }
