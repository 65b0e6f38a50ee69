/** Where bytes of an order may be read for the moment: storage asks the same function as the page. */
import { useQuery } from '@tanstack/react-query'

import { supabase } from '#data/supabase.ts'

const lifeSeconds = 600

export async function signOrderFile(path: string, name?: string): Promise<string> {
  const { storage } = await supabase()
  const options = name === undefined ? {} : { download: name }
  const { data, error } = await storage.from('commission-files').createSignedUrl(path, lifeSeconds, options)
  if (error) throw error
  return data.signedUrl
}

export function useOrderFile(path: string | null) {
  return useQuery({
    queryKey: ['order-files', path],
    queryFn: () => signOrderFile(path ?? ''),
    enabled: path !== null,
    staleTime: (lifeSeconds - 60) * 1000,
    refetchInterval: (lifeSeconds - 60) * 1000,
    retry: 1,
  })
}
