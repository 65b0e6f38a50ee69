import type { ProfileLink } from '@product/contract'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { editMessages } from './edit.i18n.ts'
import { mostLinks } from './profile-links.ts'

export interface LinkFieldsProps {
  links: readonly ProfileLink[]
  /** Places of those whose address is none. */
  wrong: readonly number[]
  onChange: (links: ProfileLink[]) => void
}

export function LinkFields({ links, wrong, onChange }: LinkFieldsProps) {
  const m = useMessages(editMessages)
  const change = (place: number, part: Partial<ProfileLink>) =>
    onChange(links.map((link, index) => (index === place ? { ...link, ...part } : link)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{m.links}</legend>
      {links.map((link, place) => (
        <div
          // eslint-disable-next-line react/no-array-index-key -- a link has nothing of its own but its place
          key={place}
          className="grid grid-cols-[minmax(0,1fr)_2.75rem] gap-2 md:grid-cols-[10rem_minmax(0,1fr)_2.75rem]"
        >
          <TextField
            label={m.linkLabel(place + 1)}
            maxLength={40}
            value={link.label}
            onChange={(event) => change(place, { label: event.target.value })}
          />
          <div className="col-start-1 md:col-start-2">
            <TextField
              label={m.linkUrl(place + 1)}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={300}
              placeholder="https://"
              value={link.url}
              error={wrong.includes(place) ? m.linkInvalid : null}
              onChange={(event) => change(place, { url: event.target.value })}
            />
          </div>
          <IconButton
            label={m.removeLink(place + 1)}
            icon={<X aria-hidden="true" className="size-5" />}
            className="col-start-2 row-start-1 mt-7 md:col-start-3"
            onClick={() => onChange(links.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      {links.length < mostLinks && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          onClick={() => onChange([...links, { label: '', url: '' }])}
        >
          {m.addLink}
        </Button>
      )}
      <p className="text-xs text-text-3">{m.linksHelp}</p>
    </fieldset>
  )
}
