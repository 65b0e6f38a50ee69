/** Where one is signed in, and the end of each. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Answer } from '#data/question.ts'
import { supabase } from '#data/supabase.ts'
import { call } from '#data/wire.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { securityMessages } from './security.i18n.ts'

export type DeviceSession = Answer<'my_sessions'>[number]

const key = ['security', 'sessions']

/** This device first, then the one used last. */
export const sessionsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call('my_sessions', {}, { method: 'GET', signal }),
})

const SessionPlaces = v.object({
  places: v.array(v.object({ id: v.string(), city: v.nullable(v.string()), country: v.string() })),
  source: v.nullable(v.literal('DB-IP')),
})

export type SessionPlace = v.InferOutput<typeof SessionPlaces>['places'][number]

/** Where they seem to be, as far as this installation can tell; it adds to the list and never holds it up. */
export const sessionPlacesQuery = queryOptions({
  queryKey: [...key, 'places'],
  retry: false,
  queryFn: async ({ signal }) => {
    const { functions } = await supabase()
    const { data, error } = await functions.invoke<unknown>('session-places', { method: 'GET', signal })
    if (error) throw error
    return v.parse(SessionPlaces, data)
  },
})

export const endSessionMutation = mutationOptions({
  mutationFn: async (id: string) => {
    await callSignedIn('end_session', { id })
  },
  onMutate: (id) =>
    queryClient.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter((session) => session.id !== id)),
  // Said here: its row has left the list by then.
  onSuccess: () => toast({ title: currentMessages(securityMessages).sessionEnded }),
  onError: () => toast({ tone: 'danger', title: currentMessages(securityMessages).notDone }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
})
