import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import CircularProgress from '@mui/material/CircularProgress'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Image, RotateCcw, SwitchCamera, type LucideIcon } from 'lucide-react'
import { useRef, useState, type MouseEventHandler, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePopup } from '../use-popup.js'
import type { Lens } from './lens.js'
import { readPhoto } from './read-photo.js'

interface ScannerToolsProps {
  lenses: readonly Lens[]
  lensId: string | undefined
  onLens: (id: string) => void
  /** Receives the texts of the codes in a chosen photo. */
  onPhoto: (texts: readonly string[]) => void
  /** Scans again after a code was read. Undefined before that. */
  onAgain: (() => void) | undefined
}

/** Buttons below the frame: switch camera, use a photo, scan again. */
export function ScannerTools({ lenses, lensId, onLens, onPhoto, onAgain }: ScannerToolsProps) {
  const { t } = useTranslation('scanner')
  const file = useRef<HTMLInputElement>(null)
  const { open, close, popup } = usePopup()
  const [isReading, setIsReading] = useState(false)
  const read = async (photo: File | undefined) => {
    if (!photo) return
    setIsReading(true)
    const texts = await readPhoto(photo).catch(() => [])
    setIsReading(false)
    onPhoto(texts)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1, zIndex: 1 }}>
      {onAgain && (
        <Pill icon={RotateCcw} onClick={onAgain}>
          {t('again')}
        </Pill>
      )}
      {lenses.length > 1 && (
        <Pill icon={SwitchCamera} isMenu onClick={open}>
          {t('lens')}
        </Pill>
      )}
      <Pill icon={Image} isBusy={isReading} onClick={() => file.current?.click()}>
        {t('photo')}
      </Pill>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('photo')}
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = '' // Allows choosing the same photo again.
        }}
      />
      <Menu {...popup}>
        {lenses.map(({ id, label }, at) => (
          <MenuItem
            key={id}
            selected={id === lensId}
            onClick={() => {
              close()
              onLens(id)
            }}
          >
            {label || t('lensUnnamed', { number: at + 1 })}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}

interface PillProps {
  icon: LucideIcon
  isMenu?: boolean
  isBusy?: boolean
  onClick: MouseEventHandler<HTMLElement>
  children: ReactNode
}

/** Button on top of the camera picture. */
function Pill({ icon: Icon, isMenu = false, isBusy = false, onClick, children }: PillProps) {
  return (
    <ButtonBase
      aria-haspopup={isMenu ? 'menu' : undefined}
      disabled={isBusy}
      onClick={onClick}
      sx={{
        minHeight: 44,
        px: 2,
        gap: 1,
        borderRadius: 22,
        fontSize: 14,
        color: '#fff',
        bgcolor: '#2A3138e6',
        '&:hover': { bgcolor: '#3A434Ce6' },
        '&:focus-visible': { outline: '2px solid #fff', outlineOffset: 2 },
      }}
    >
      {isBusy ? <CircularProgress size={18} color="inherit" /> : <Icon size={18} />}
      {children}
    </ButtonBase>
  )
}
