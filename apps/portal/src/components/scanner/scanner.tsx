import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { Flashlight, FlashlightOff, Keyboard, X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../tooltip-icon-button.js'
import { CameraTrouble } from './camera-trouble.js'
import { readImei } from './read-imei.js'
import { ScannerTools } from './scanner-tools.js'
import { useCamera } from './use-camera.js'
import { useDecoding } from './use-decoding.js'
import { Viewfinder } from './viewfinder.js'

const VIBRATION_MS = 60
/** Under the camera's picture, whatever the theme. */
const NIGHT = '#0B1117'

interface ScannerProps {
  title: string
  /** Above the frame: what to point the camera at. */
  hint: string
  /** What is looked for: the IMEI in a code (default), or the whole text of any code. A code without it is said to be wrong, and not told. */
  reads?: 'imei' | 'text'
  /** Of each code that came into sight: its IMEI, or its text where `reads` says so. */
  onRead: (text: string) => void
  onClose: () => void
  /** Opens the typed entry; by default the scanner closes, and the field behind it is there. */
  onType?: () => void
  /** Goes on after a hit. Else it holds still until "Scan again", so that nothing else on the label replaces what was read. */
  isContinuous?: boolean
  /** The sheet at its foot: what was found. Of a continuous scanner it brings the typed entry along; else there is a button below it. */
  children?: ReactNode
}

/** The camera over the whole window (mock 07): finds QR and bar codes, tells what stands in them, and offers to type at any time. */
export function Scanner({
  title,
  hint,
  reads = 'imei',
  onRead,
  onClose,
  onType = onClose,
  isContinuous = false,
  children,
}: ScannerProps) {
  const { t } = useTranslation(['scanner', 'common'])
  const titleId = useId()
  const { video, ...camera } = useCamera()
  const [isHeld, setIsHeld] = useState(false)
  const [notice, setNotice] = useState<string>()
  const [isReaderBroken, setIsReaderBroken] = useState(false)
  const isLooking = camera.phase === 'running' && !isHeld && !isReaderBroken

  const readAll = (texts: readonly string[]) =>
    reads === 'imei' ? texts.map(readImei).filter((imei) => imei !== undefined) : texts
  const take = (texts: readonly string[], nothing: string | undefined) => {
    const found = readAll(texts)
    const taken = isContinuous ? new Set(found) : found.slice(0, 1)
    const isHit = found.length > 0
    setNotice(isHit ? undefined : nothing)
    if (!isHit) return
    setIsHeld(!isContinuous)
    if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS)
    for (const one of taken) onRead(one)
  }
  useDecoding({
    video,
    isActive: isLooking,
    meaningOf: (text) => (reads === 'imei' ? (readImei(text) ?? text) : text),
    // Beside the one that counts a label has codes that do not.
    onCodes: (fresh, inSight) => take(fresh, readAll(inSight).length > 0 ? undefined : t('noImei')),
    onFailure: () => setIsReaderBroken(true),
  })
  const again = () => {
    setNotice(undefined)
    setIsHeld(false)
  }
  const retry = () => {
    setIsReaderBroken(false)
    camera.retry()
  }
  const trouble = isReaderBroken ? 'reader' : camera.error
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { borderRadius: 0, border: 0, bgcolor: NIGHT, color: '#fff', overflow: 'hidden' } } }}
    >
      <Box
        component="video"
        ref={video}
        muted
        playsInline
        aria-hidden
        sx={{
          ...{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
          visibility: camera.phase === 'running' ? 'visible' : 'hidden',
        }}
      />
      <Box
        sx={{
          ...{
            position: 'relative',
            zIndex: 1,
            display: 'flex',
            alignItems: 'center',
            flex: 'none',
            gap: 1,
            px: 1,
            minHeight: 56,
          },
          '& .MuiIconButton-root': { width: 44, height: 44, color: 'inherit', '&:hover': { bgcolor: '#ffffff24' } },
          background: 'linear-gradient(#0B1117cc, #0B111700)',
        }}
      >
        <TooltipIconButton label={t('common:actions.close')} icon={X} iconSize={22} onClick={onClose} />
        <Typography id={titleId} variant="h2" sx={{ flex: 1, textAlign: 'center', fontSize: 16, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {camera.torch ? (
          <TooltipIconButton
            label={t(camera.torch.isOn ? 'torchOff' : 'torchOn')}
            aria-pressed={camera.torch.isOn}
            icon={camera.torch.isOn ? FlashlightOff : Flashlight}
            iconSize={22}
            onClick={camera.torch.toggle}
          />
        ) : (
          <Box sx={{ width: 44 }} />
        )}
      </Box>
      <Box
        sx={{
          ...{ position: 'relative', flex: '1 1 0', minHeight: 0, px: 2, py: 1, overflowY: trouble ? 'auto' : 'visible' },
          ...{
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'center',
            justifyContent: 'safe center',
            gap: { xs: 1, sm: 2 },
          },
        }}
      >
        {trouble ? (
          <CameraTrouble trouble={trouble} notice={notice} onRetry={retry} onType={onType} />
        ) : (
          <Viewfinder hint={hint} notice={notice} phase={camera.phase} isHit={isHeld} />
        )}
        <ScannerTools
          lenses={camera.lenses}
          lensId={camera.lensId}
          onLens={camera.chooseLens}
          onPhoto={(texts) => take(texts, t(texts.length === 0 ? 'photoNothing' : 'noImei'))}
          onAgain={isHeld ? again : undefined}
        />
      </Box>
      {(children || (!trouble && !isContinuous)) && (
        <Box
          sx={{
            ...{
              position: 'relative',
              zIndex: 1,
              flex: '0 1 auto',
              minHeight: 0,
              maxHeight: '60%',
              overflowY: 'auto',
              width: '100%',
            },
            ...{ maxWidth: 560, mx: 'auto', px: 2, pt: 1.5, pb: 'max(12px, env(safe-area-inset-bottom))' },
            ...{ bgcolor: 'background.paper', color: 'text.primary', borderRadius: '16px 16px 0 0' },
          }}
        >
          {children}
          {!trouble && !isContinuous && (
            <Button fullWidth size="large" variant="text" startIcon={<Keyboard size={18} />} onClick={onType}>
              {t('type')}
            </Button>
          )}
        </Box>
      )}
    </Dialog>
  )
}
