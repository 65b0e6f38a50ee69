/** The one door to rest/v1 by fetch: what is read, before or instead of the official client. */
import { readConfig, type Config } from './config.ts'
import {
  rpcQuestion,
  tableQuestion,
  type Arguments,
  type Conditions,
  type Question,
  type RelationName,
  type Reply,
  type RpcName,
  type Selected,
  type Shape,
} from './question.ts'
import { DataError, fetchRest, withValidSession } from './rest.ts'

export async function ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer> {
  const config = await readConfig()
  return withValidSession(() => askWith(config, question, signal))
}

/** The same with settings in hand and the session as it is stored; starts the request at once. */
export async function askWith<Answer>(
  config: Config,
  question: Question<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetchRest(config, question, { signal })
  return (await response.json().catch((cause: unknown) => {
    throw new DataError('Failed to fetch', { status: 0, cause })
  })) as Answer
}

export function read<Name extends RelationName, const Select extends string>(
  table: Name,
  select: Select,
  conditions?: Conditions<Name>,
  signal?: AbortSignal,
): Promise<Selected<Name, Select>[]> {
  return ask(tableQuestion(table, select, conditions), signal)
}

/** A function's answer; what changes something is called by `callSignedIn`. */
export function call<Name extends RpcName, const Select extends string = ''>(
  name: Name,
  args: Arguments<Name>,
  { signal, ...shape }: Shape<Name, Select> & { readonly signal?: AbortSignal } = {},
): Promise<Reply<Name, Select>> {
  return ask(rpcQuestion(name, args, shape), signal)
}
