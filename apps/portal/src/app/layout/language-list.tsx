import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Check } from 'lucide-react'
import type { PopupState } from '../../components/use-popup.js'
import { LANGUAGES, type LanguageKey } from '../../i18n/languages.js'
import { useChooseLanguage } from '../language/use-choose-language.js'

interface LanguageListProps {
  popup: PopupState
  current: LanguageKey | undefined
  onClose: () => void
}

/** List of languages, each named in the language itself. A chosen language is applied immediately and saved. */
export function LanguageList({ popup, current, onClose }: LanguageListProps) {
  const chooseLanguage = useChooseLanguage()
  const choose = (language: LanguageKey) => {
    onClose()
    chooseLanguage(language)
  }
  return (
    <Menu {...popup}>
      {LANGUAGES.map(({ key, name }) => (
        <MenuItem
          key={key}
          role="menuitemradio"
          aria-checked={key === current}
          selected={key === current}
          lang={key}
          onClick={() => choose(key)}
          sx={{ minWidth: 184, justifyContent: 'space-between' }}
        >
          {name}
          {key === current && <Check />}
        </MenuItem>
      ))}
    </Menu>
  )
}
