import { Languages, LogOut, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../i18n/languages.js'
import { useSession } from '../../lib/session/session.js'
import { useChooseLanguage } from '../language/use-choose-language.js'
import { useNightMode } from '../layout/night-mode-toggle.js'
import type { PaletteAct } from './palette-entries.js'

/** Returns the app bar's commands for keyboard users: night mode, another language, log out. */
export function usePaletteActs(): readonly PaletteAct[] {
  const { t, i18n } = useTranslation('shell')
  const { logout } = useSession()
  const { isDark, toggle } = useNightMode()
  const chooseLanguage = useChooseLanguage()
  const nightMode = {
    key: 'night-mode',
    icon: isDark ? Sun : Moon,
    title: `${t('nightMode.title')}: ${t(isDark ? 'nightMode.light' : 'nightMode.dark')}`,
    alsoCalled: [t('nightMode.dark'), t('nightMode.light'), t('palette.theme')],
    act: toggle,
  }
  const languages = LANGUAGES.filter(({ key }) => key !== i18n.language).map(({ key, name }) => ({
    key: `language-${key}`,
    icon: Languages,
    title: `${t('language')}: ${name}`,
    alsoCalled: [],
    act: () => chooseLanguage(key),
  }))
  return [
    nightMode,
    ...languages,
    { key: 'logout', icon: LogOut, title: t('logout'), alsoCalled: [t('palette.leave')], act: logout },
  ]
}
