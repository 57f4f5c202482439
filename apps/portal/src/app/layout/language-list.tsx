import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Check } from 'lucide-react'
import type { PopupState } from '../../components/use-popup.js'
import { LANGUAGES, type LanguageKey } from '../../i18n/languages.js'

interface LanguageListProps {
  popup: PopupState
  current: LanguageKey | undefined
  onChoose: (language: LanguageKey) => void
}

/** Each language in its own words. */
export const LanguageList = ({ popup, current, onChoose }: LanguageListProps) => (
  <Menu {...popup}>
    {LANGUAGES.map(({ key, name }) => (
      <MenuItem
        key={key}
        role="menuitemradio"
        aria-checked={key === current}
        selected={key === current}
        lang={key}
        onClick={() => onChoose(key)}
        sx={{ minWidth: 184, justifyContent: 'space-between' }}
      >
        {name}
        {key === current && <Check />}
      </MenuItem>
    ))}
  </Menu>
)
