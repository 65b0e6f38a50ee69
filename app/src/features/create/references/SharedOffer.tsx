import { maxReferences } from '@product/contract'
import { useEffect, useState } from 'react'

import { forgetShared, readShared, type Shared } from '#data/device/shared-inbox.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { currentMessages, defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { changeDraft, getDraft, useDraftStore } from '../draft/draft-store.ts'
import { addReferences } from './add-references.ts'

const messages = defineMessages({
  fr: {
    pictures: (count: number) =>
      plural(count, { one: 'Utiliser l’image partagée ?', other: 'Utiliser les # images partagées ?' }),
    text: 'Utiliser le texte partagé ?',
    nothing: 'Rien de ce partage ne peut servir ici.',
    refused: (count: number) =>
      `${plural(count, { one: '# fichier n’a pas été repris', other: '# fichiers n’ont pas été repris' })} : 3 images au plus, PNG, JPG ou WebP, de 10 Mo au plus.`,
    full: 'Retirez une image de référence pour lui faire de la place.',
    use: 'Utiliser',
    ignore: 'Ignorer',
    lost: 'Le partage n’est pas arrivé. Réessayez.',
  },
  en: {
    pictures: (count: number) => plural(count, { one: 'Use the shared image?', other: 'Use the # shared images?' }),
    text: 'Use the shared text?',
    nothing: 'Nothing of what was shared can be used here.',
    refused: (count: number) =>
      `${plural(count, { one: '# file was left out', other: '# files were left out' })}: 3 images at most, PNG, JPG or WebP, of 10 MB at most.`,
    full: 'Remove a reference image to make room for it.',
    use: 'Use',
    ignore: 'Ignore',
    lost: 'What you shared did not arrive. Try again.',
  },
})

const mostCharacters = 2000

/** What another app has shared, offered: it goes beside what the draft holds, and in the place of none of it. */
export function SharedOffer() {
  const { shared: id } = useModalSearch()
  const [shared, setShared] = useState<Shared | null>(null)
  useEffect(() => {
    if (id === undefined) return undefined
    let isOver = false
    const look = async () => {
      const found = await readShared(id).catch(() => null)
      if (isOver) return
      setShared(found)
      if (!found) tellLost()
    }
    void look()
    return () => {
      isOver = true
    }
  }, [id])
  if (id === undefined || !shared) return null
  const leave = () => {
    void forgetShared(id)
    leaveAddress()
  }
  return <Offer shared={shared} onLeave={leave} onRest={(files) => setShared({ text: '', refused: 0, files })} />
}

function tellLost(): void {
  toast({ title: currentMessages(messages).lost, tone: 'danger' })
  leaveAddress()
}

function leaveAddress(): void {
  changeSearch({ shared: undefined }, { replace: true })
}

interface OfferProps {
  shared: Shared
  onLeave: () => void
  /** Pictures that found no place. */
  onRest: (files: readonly Blob[]) => void
}

function Offer({ shared: { text, files, refused }, onLeave, onRest }: OfferProps) {
  const m = useMessages(messages)
  const room = useDraftStore(({ draft }) => maxReferences - draft.references.length)
  const isFull = files.length > 0 && room === 0
  const isUsable = files.length > 0 || text !== ''
  const use = () => {
    void addReferences(files.slice(0, room))
    addWords(text)
    if (files.length > room) onRest(files.slice(room))
    else onLeave()
  }
  const question = files.length > 0 ? m.pictures(files.length) : m.text
  return (
    <div className="grid gap-2 rounded-md bg-info-soft px-3.5 py-3 text-sm text-on-info-soft">
      <div role="status">
        <p className="font-semibold">{isUsable ? question : m.nothing}</p>
        {refused > 0 && <p>{m.refused(refused)}</p>}
        {isFull && <p>{m.full}</p>}
      </div>
      <div className="flex gap-2">
        {isUsable && (
          <Button variant="ink" size="sm" disabled={isFull} onClick={use}>
            {m.use}
          </Button>
        )}
        <Button size="sm" onClick={onLeave}>
          {m.ignore}
        </Button>
      </div>
    </div>
  )
}

/** After those that are there already, as far as there is room for them. */
function addWords(text: string): void {
  if (!text) return
  const before = getDraft().prompt.trimEnd()
  const prompt = before ? `${before}\n${text}` : text
  if (before.length < mostCharacters) changeDraft({ prompt: prompt.slice(0, mostCharacters) })
}
