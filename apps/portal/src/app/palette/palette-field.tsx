import ButtonBase from '@mui/material/ButtonBase'
import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeySign } from '../../components/key-sign.js'
import { Span } from '../../components/layout/text.js'
import { lazyPart } from '../lazy-part.js'

/** Loaded on first use. */
const CommandPalette = lazyPart(async () => (await import('./command-palette.js')).CommandPalette)

/** Field in the app bar that opens the palette. Ctrl K (Cmd K on a Mac) opens the palette from anywhere. */
export function PaletteField({ isCompact }: { isCompact: boolean }) {
  const { t } = useTranslation('shell')
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setIsOpen((wasOpen) => !wasOpen)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <ButtonBase
        onClick={() => setIsOpen(true)}
        aria-label={isCompact ? t('palette.open') : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        sx={{
          gap: 1,
          flex: 'none',
          width: isCompact ? 36 : 224,
          height: 32,
          px: isCompact ? 0 : 1,
          justifyContent: isCompact ? 'center' : 'flex-start',
          borderRadius: '8px',
          border: 1,
          borderColor: 'line.strong',
          bgcolor: 'background.default',
          color: 'text.secondary',
          fontSize: 13,
          textAlign: 'left',
          '&:hover': { borderColor: 'control.main' },
        }}
      >
        <Search size={14} />
        {!isCompact && (
          <>
            <Span clipped grow>
              {t('palette.open')}
            </Span>
            <KeySign>Ctrl K</KeySign>
          </>
        )}
      </ButtonBase>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
