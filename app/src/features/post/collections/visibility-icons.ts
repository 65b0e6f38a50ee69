import Globe from 'lucide-react/icons/globe'
import Link2 from 'lucide-react/icons/link-2'
import Lock from 'lucide-react/icons/lock'

/** The sign of who may see a collection. */
export const visibilityIcons = { private: Lock, unlisted: Link2, public: Globe } as const
