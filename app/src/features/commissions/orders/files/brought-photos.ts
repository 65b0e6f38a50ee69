/** Photographs that a client brings, each with who is in it: asked before it leaves the device. */
import type { LikenessAnswer } from '@product/contract'
import { useEffect, useRef, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { recallLikeness } from '#entities/image/likeness/recall-likeness.ts'

export interface BroughtPhoto {
  file: File
  /** Of this page alone, to show it. */
  url: string
  shows: LikenessAnswer | null
}

export interface BroughtPhotos {
  photos: readonly BroughtPhoto[]
  /** Somebody has to say it of one of them first. */
  isUnsaid: boolean
  add: (files: readonly File[]) => void
  say: (file: File, shows: LikenessAnswer) => void
  remove: (file: File) => void
}

export function useBroughtPhotos(most: number): BroughtPhotos {
  const userId = useUserId()
  const [photos, setPhotos] = useState<readonly BroughtPhoto[]>([])
  const urls = useRef<string[]>([])
  useEffect(() => {
    const all = urls.current
    return () => all.forEach((url) => URL.revokeObjectURL(url))
  }, [])
  const say = (file: File, shows: LikenessAnswer) =>
    setPhotos((before) => before.map((photo) => (photo.file === file ? { ...photo, shows } : photo)))
  const recall = async (file: File) => {
    const shows = userId === null ? null : await recallLikeness(userId, file)
    // What was said meanwhile counts.
    if (shows)
      setPhotos((before) =>
        before.map((photo) => (photo.file === file && photo.shows === null ? { ...photo, shows } : photo)),
      )
  }
  const show = (file: File): BroughtPhoto => {
    const url = URL.createObjectURL(file)
    urls.current.push(url)
    return { file, url, shows: null }
  }
  return {
    photos,
    isUnsaid: photos.some(({ shows }) => shows === null),
    add: (files) => {
      const taken = files.slice(0, most - photos.length).map(show)
      setPhotos((before) => [...before, ...taken])
      for (const { file } of taken) void recall(file)
    },
    say,
    remove: (file) => setPhotos((before) => before.filter((photo) => photo.file !== file)),
  }
}
