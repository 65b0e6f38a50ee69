import type { Answer, Arguments, RpcName } from './question.ts'
import { unwrap } from './rest.ts'
import { supabase } from './supabase.ts'

/** A function's answer, by the official client, which renews the session before it sends: for what is changed. */
export async function callSignedIn<Name extends RpcName>(name: Name, args: Arguments<Name>): Promise<Answer<Name>> {
  return unwrap(await (await supabase()).rpc(name, args))
}
