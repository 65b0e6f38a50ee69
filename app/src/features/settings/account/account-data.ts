/** One's archive and one's leaving, as the server has them. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'

const exportColumns = 'id,status,paths,bytes,pictures,created_at'
/** More than one path where there are many pictures. */
export type DataExport = Selected<'data_exports', typeof exportColumns>

const exportKey = ['data-export']
const busy = new Set<DataExport['status']>(['waiting', 'running'])
const everyMs = 3000

export function isBusy(archive: DataExport | null | undefined): boolean {
  return archive ? busy.has(archive.status) : false
}

/** The last one that was asked for; looked at again while it is being made. */
export const lastExportQuery = (userId: string) =>
  queryOptions({
    queryKey: [...exportKey, userId],
    queryFn: async ({ signal }) => {
      const own = { user_id: `eq.${userId}`, order: 'id.desc', limit: 1 }
      const [last] = await read('data_exports', exportColumns, own, signal)
      return last ?? null
    },
    refetchInterval: ({ state }) => (isBusy(state.data) ? everyMs : false),
  })

export const askForExportMutation = mutationOptions({
  mutationFn: async () => {
    const { error } = await (await supabase()).functions.invoke('export-my-data', { method: 'POST' })
    if (error) throw error
  },
  onSettled: () => queryClient.invalidateQueries({ queryKey: exportKey }),
})

/** An address that is good for a minute. */
export const signExportMutation = mutationOptions({
  mutationFn: async (path: string): Promise<string> => {
    const files = (await supabase()).storage.from('exports')
    const { data, error } = await files.createSignedUrl(path, 60, { download: path.split('/').at(-1) ?? true })
    if (error) throw error
    return data.signedUrl
  },
})

const showAnew = () => queryClient.invalidateQueries({ queryKey: profileQueries.all() })

/** By one's own name; answers when the account will be gone. */
export const deleteAccountMutation = mutationOptions({
  mutationFn: async (username: string) => await callSignedIn('delete_my_account', { username }),
  onSuccess: showAnew,
})

export const keepAccountMutation = mutationOptions({
  mutationFn: async () => {
    await callSignedIn('keep_my_account', {})
  },
  onSuccess: showAnew,
})
