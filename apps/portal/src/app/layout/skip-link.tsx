import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'

/** Link that skips the navigation and goes to the screen. It is the first stop of the Tab key. */
export function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <Link
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
      sx={{
        position: 'absolute',
        left: 8,
        top: -48,
        zIndex: 'tooltip',
        px: 1.5,
        py: 0.75,
        borderRadius: '8px',
        bgcolor: 'surface.raised',
        fontWeight: 600,
        '&:focus': { top: 8 },
      }}
    >
      {t('skip')}
    </Link>
  )
}
