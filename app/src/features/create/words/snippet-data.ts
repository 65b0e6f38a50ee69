/** Words that one keeps under a name, on every device. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'

import { snippetName } from './snippet-words.ts'

const columns = 'id,name,words'
export type Snippet = Selected<'prompt_snippets', typeof columns>
export type SnippetWords = Pick<Snippet, 'name' | 'words'>

/** As long as the server takes them. */
export const longestWords = 500

export const snippetsOf = (userId: string | null) =>
  queryOptions({
    queryKey: ['prompt-snippets', userId],
    enabled: userId !== null,
    queryFn: ({ signal }) => read('prompt_snippets', columns, { user_id: `eq.${userId}`, order: 'name' }, signal),
  })

const showAnew = () => queryClient.invalidateQueries({ queryKey: ['prompt-snippets'] })

export type SnippetProblem = 'taken' | 'badName' | 'tooMany' | 'notSaved'

/** A new one, or with `id` other words of one. Answers what is wrong, or nothing. */
export async function saveSnippet({ name, words }: SnippetWords, id: string | null): Promise<SnippetProblem | null> {
  if (!snippetName.test(name)) return 'badName'
  try {
    await callSignedIn('save_prompt_snippet', { name, words, ...(id !== null && { snippet: id }) })
    await showAnew()
    return null
  } catch (error) {
    if (!(error instanceof DataError)) return 'notSaved'
    if (error.code === '23505') return 'taken'
    return error.hint === 'too_many' ? 'tooMany' : 'notSaved'
  }
}

export async function deleteSnippet(id: string): Promise<void> {
  unwrap(await (await supabase()).from('prompt_snippets').delete().eq('id', id))
  await showAnew()
}
