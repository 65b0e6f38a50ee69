/** The sheet's own fields, in four parts: what, for how much, how, and how many at once. */
import type { ReactNode } from 'react'

import { serviceMessages } from '#entities/commission/service/service.i18n.ts'
import { formatLanguage } from '#i18n/format-language.ts'
import { useMessages } from '#i18n/messages.ts'
import { ChipSet } from '#ui/fields/ChipSet.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { editorMessages } from './editor.i18n.ts'
import { OptionFields } from './OptionFields.tsx'
import { SamplePicker } from './SamplePicker.tsx'
import { most, type Field, type ServiceSheet } from './service-sheet.ts'

export interface SheetFieldsProps {
  sheet: ServiceSheet
  /** What is wrong with it, where it was told. */
  wrong: readonly Field[]
  onChange: (part: Partial<ServiceSheet>) => void
}

const languages = ['fr', 'en', 'fon', 'yo', 'ee', 'wo', 'bm', 'dyu', 'ha', 'sw', 'ar', 'pt']
const modes = ['proposal', 'instant', 'single_message'] as const
const licences = ['perso', 'commercial'] as const
const shares = ['full', 'mixed', 'none'] as const

export function SheetFields(props: SheetFieldsProps) {
  return (
    <>
      <WhatFields {...props} />
      <PriceFields {...props} />
      <HowFields {...props} />
      <PlaceFields {...props} />
    </>
  )
}

function useErrors(wrong: readonly Field[]) {
  const m = useMessages(editorMessages)
  return (field: Field) => (wrong.includes(field) ? m[`wrong_${field}`] : null)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card grid gap-4">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  )
}

function WhatFields({ sheet, wrong, onChange }: SheetFieldsProps) {
  const m = useMessages(editorMessages)
  const error = useErrors(wrong)
  return (
    <Part title={m.what}>
      <TextField
        label={m.title}
        value={sheet.title}
        maxLength={most.title}
        error={error('title')}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label={m.description}
        help={m.descriptionHelp}
        rows={5}
        value={sheet.description}
        maxLength={most.description}
        error={error('description')}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <TextField
        label={m.style}
        help={m.styleHelp}
        value={sheet.style}
        maxLength={most.style}
        error={error('style')}
        onChange={({ target }) => onChange({ style: target.value })}
      />
      <SamplePicker chosen={sheet.samples} error={error('samples')} onChange={(samples) => onChange({ samples })} />
    </Part>
  )
}

function PriceFields({ sheet, wrong, onChange }: SheetFieldsProps) {
  const m = useMessages(editorMessages)
  const error = useErrors(wrong)
  return (
    <Part title={m.price}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          label={m.priceFrom}
          help={m.priceHelp}
          inputMode="numeric"
          value={sheet.price}
          error={error('price_from')}
          onChange={({ target }) => onChange({ price: target.value })}
        />
        <TextField
          label={m.days}
          help={m.daysHelp}
          inputMode="numeric"
          value={sheet.days}
          error={error('days')}
          onChange={({ target }) => onChange({ days: target.value })}
        />
      </div>
      <OptionFields options={sheet.options} error={error('options')} onChange={(options) => onChange({ options })} />
    </Part>
  )
}

function HowFields({ sheet, wrong, onChange }: SheetFieldsProps) {
  const m = useMessages(editorMessages)
  const words = useMessages(serviceMessages)
  const error = useErrors(wrong)
  const counts = (upTo: number) =>
    Array.from({ length: upTo + 1 }, (_, count) => ({ value: `${count}`, label: `${count}` }))
  return (
    <Part title={m.how}>
      <SelectField
        label={m.mode}
        value={sheet.mode}
        options={modes.map((value) => ({ value, label: m[`mode_${value}`] }))}
        onChange={({ target }) => onChange({ mode: modes.find((mode) => mode === target.value) ?? 'proposal' })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SelectField
          label={m.sketches}
          value={`${sheet.sketches}`}
          options={counts(5)}
          onChange={({ target }) => onChange({ sketches: Number(target.value) })}
        />
        <SelectField
          label={m.finals}
          value={`${sheet.finals}`}
          options={counts(3)}
          onChange={({ target }) => onChange({ finals: Number(target.value) })}
        />
        <SelectField
          label={m.rights}
          value={sheet.rights}
          options={licences.map((value) => ({ value, label: m[value] }))}
          onChange={({ target }) => onChange({ rights: licences.find((one) => one === target.value) ?? 'perso' })}
        />
        <SelectField
          label={m.aiShare}
          value={sheet.aiShare}
          error={error('ai_share')}
          options={[
            { value: '', label: m.chooseShare },
            ...shares.map((value) => ({ value, label: words[`ai_${value}`] })),
          ]}
          onChange={({ target }) => onChange({ aiShare: shares.find((share) => share === target.value) ?? '' })}
        />
      </div>
      <ChipSet
        label={m.languages}
        options={languages.map((value) => ({ value, label: formatLanguage(value) }))}
        chosen={sheet.languages}
        most={most.languages}
        onChange={(chosen) => onChange({ languages: chosen })}
      />
      <TextArea
        label={m.refuses}
        value={sheet.refuses}
        maxLength={most.refuses}
        error={error('refuses')}
        onChange={({ target }) => onChange({ refuses: target.value })}
      />
    </Part>
  )
}

function PlaceFields({ sheet, wrong, onChange }: SheetFieldsProps) {
  const m = useMessages(editorMessages)
  const error = useErrors(wrong)
  return (
    <Part title={m.places}>
      <TextField
        label={m.slots}
        help={m.slotsHelp}
        inputMode="numeric"
        value={sheet.slots}
        error={error('slots')}
        onChange={({ target }) => onChange({ slots: target.value })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          label={m.awayFrom}
          type="date"
          value={sheet.awayFrom}
          error={error('away_from')}
          onChange={({ target }) => onChange({ awayFrom: target.value })}
        />
        <TextField
          label={m.awayTo}
          type="date"
          value={sheet.awayTo}
          onChange={({ target }) => onChange({ awayTo: target.value })}
        />
      </div>
    </Part>
  )
}
