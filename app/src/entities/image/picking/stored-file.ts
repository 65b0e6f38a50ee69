/** Files that are with us already, read with the person's own rights. */
import { useEffect, useState } from 'react'

import { supabase } from '#data/supabase.ts'

const upload = /\/storage\/v1\/object\/public\/(temp-\w+)\/([^?#]+)/u

/** Uploads are their owner's alone, although their address is written as a public one. */
export async function fetchStored(address: string): Promise<Blob> {
  const [, bucket, path] = upload.exec(address) ?? []
  if (bucket !== undefined && path !== undefined) {
    const { data, error } = await (await supabase()).storage.from(bucket).download(decodeURIComponent(path))
    if (error) throw error
    return data
  }
  const response = await fetch(address)
  if (!response.ok) throw new Error(`the picture answered ${response.status}`)
  return response.blob()
}

/** What an `img` can show of it; null until it is there, or where it is gone. */
export function useStoredFile(address: string): string | null {
  const isUpload = upload.test(address)
  const [shown, setShown] = useState<{ address: string; url: string } | null>(null)
  useEffect(() => {
    if (!isUpload) return undefined
    let url: string | null = null
    let isLeft = false
    const show = async () => {
      const file = await fetchStored(address).catch(() => null)
      if (isLeft || file === null) return
      url = URL.createObjectURL(file)
      setShown({ address, url })
    }
    void show()
    return () => {
      isLeft = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [address, isUpload])
  if (!isUpload) return address
  return shown?.address === address ? shown.url : null
}
