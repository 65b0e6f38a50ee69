/** The way from a description to a publication, as steps that can be run one by one. */
import type { GenerationMode, IntelligenceLanguage, WorkflowStep } from '../../contract/src/index.ts'

export interface WayToPicture {
  readonly language: IntelligenceLanguage
  /** What is looked for: the person's own words. */
  readonly query: string
  readonly prompt: string
  readonly imageCount: number
  readonly mode: GenerationMode
  readonly width: number
  readonly height: number
  readonly isEnhanced: boolean
}

type Action = WorkflowStep['action']

const titles: Readonly<
  Record<IntelligenceLanguage, Readonly<Record<Action, readonly [title: string, description: string]>>>
> = {
  fr: {
    analyze_image: ['Lire l’image de référence', 'Lumière, couleurs et composition de l’image.'],
    search_references: ['Chercher des références', 'Des publications du fil qui ressemblent à votre idée.'],
    enhance: ['Améliorer la description', 'Cadrage, lumière, couleurs, détails : une proposition à accepter ou non.'],
    generate: ['Générer l’image', 'Une création, avec la taille et le mode recommandés.'],
    publish: ['Publier', 'Partager la création dans le fil.'],
  },
  en: {
    analyze_image: ['Read the reference image', 'Light, colours and composition of the image.'],
    search_references: ['Look for references', 'Posts of the feed that resemble your idea.'],
    enhance: ['Improve the description', 'Framing, light, colours, details: a proposal to accept or not.'],
    generate: ['Generate the image', 'One creation, with the recommended size and mode.'],
    publish: ['Publish', 'Share the creation in the feed.'],
  },
}

export function workflowSteps({
  language,
  query,
  prompt,
  imageCount,
  mode,
  width,
  height,
  isEnhanced,
}: WayToPicture): WorkflowStep[] {
  const steps: { action: Action; input: Record<string, unknown>; isDone?: boolean }[] = [
    ...Array.from({ length: imageCount }, (_, image) => ({ action: 'analyze_image' as const, input: { image } })),
    ...(imageCount === 0 ? [{ action: 'search_references' as const, input: { query: query.slice(0, 200) } }] : []),
    { action: 'enhance', input: { prompt }, isDone: isEnhanced },
    { action: 'generate', input: { prompt, mode, width, height } },
    { action: 'publish', input: {} },
  ]
  return steps.map(({ action, input, isDone = false }, index) => {
    const [title, description] = titles[language][action]
    return { index, action, title, description, input, status: isDone ? 'done' : 'pending' }
  })
}
