import type { StepKind } from '@product/contract'
import Eye from 'lucide-react/icons/eye'
import ImagePlus from 'lucide-react/icons/image-plus'
import ListChecks from 'lucide-react/icons/list-checks'
import Maximize from 'lucide-react/icons/maximize-2'
import Send from 'lucide-react/icons/send'
import Shuffle from 'lucide-react/icons/shuffle'
import Pen from 'lucide-react/icons/text-pen'

export const kindIcons = {
  enhance: Pen,
  analyse: Eye,
  generate: ImagePlus,
  remix: Shuffle,
  upscale: Maximize,
  choose: ListChecks,
  publish: Send,
} as const satisfies Readonly<Record<StepKind, unknown>>
