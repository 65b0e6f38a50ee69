import { useState } from 'react'

import balloon from './balloon.webp'
import type { Example } from './examples.ts'
import fireflies from './fireflies.webp'
import market from './market.webp'
import wax from './wax.webp'

const files: Record<Example['name'], string> = { market, wax, fireflies, balloon }

/** Beside its words, which say what it shows: an empty place where it cannot be had. */
export function ExamplePicture({ name, className }: { name: Example['name']; className?: string }) {
  const [isThere, setThere] = useState(true)
  const place = `aspect-square rounded-img bg-surface-2 object-cover ${className ?? ''}`
  if (!isThere) return <span className={`block ${place}`} />
  return (
    <img
      src={files[name]}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
      className={place}
      onError={() => setThere(false)}
    />
  )
}
