import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { Flashlight, FlashlightOff, Keyboard, X } from 'lucide-react'
import { useId, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../tooltip-icon-button.js'
import { CameraTrouble } from './camera-trouble.js'
import { ScannerTools } from './scanner-tools.js'
import type { Camera } from './use-camera.js'
import { type ScanningOptions, useScanning } from './use-scanning.js'
import { Viewfinder } from './viewfinder.js'

/** Background behind the camera picture, in both themes. */
const NIGHT = '#0B1117'

interface ScannerProps extends ScanningOptions {
  title: string
  /** Shown above the frame: what to point the camera at. */
  hint: string
  onClose: () => void
  /** Opens the field for typing. By default the scanner closes, because the field is on the screen behind it. */
  onType?: () => void
  /**
   * Sheet below the picture with the results. The sheet of a continuous scanner includes a field for typing. If there is no
   * sheet, there is a button for typing below the picture.
   */
  children?: ReactNode
}

/** Full-screen camera (mock 07). It finds QR and bar codes, reports their texts, and always offers to type the code instead. */
export function Scanner({ title, hint, onClose, onType = onClose, children, ...options }: ScannerProps) {
  const titleId = useId()
  const { video, camera, isHeld, notice, trouble, takePhoto, again, retry } = useScanning(options)
  const offersTyping = !trouble && !options.isContinuous
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { borderRadius: 0, border: 0, bgcolor: NIGHT, color: '#fff', overflow: 'hidden' } } }}
    >
      <Picture video={video} isShown={camera.phase === 'running'} />
      <Head titleId={titleId} title={title} torch={camera.torch} onClose={onClose} />
      <Box
        sx={{
          position: 'relative',
          flex: '1 1 0',
          minHeight: 0,
          px: 2,
          py: 1,
          overflowY: trouble ? 'auto' : 'visible',
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          justifyContent: 'safe center',
          gap: { xs: 1, sm: 2 },
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
          onPhoto={takePhoto}
          onAgain={isHeld ? again : undefined}
        />
      </Box>
      {(children || offersTyping) && (
        <Sheet>
          {children}
          {offersTyping && <TypeButton onClick={onType} />}
        </Sheet>
      )}
    </Dialog>
  )
}

function Picture({ video, isShown }: { video: RefObject<HTMLVideoElement | null>; isShown: boolean }) {
  return (
    <Box
      component="video"
      ref={video}
      muted
      playsInline
      aria-hidden
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        objectFit: 'cover',
        visibility: isShown ? 'visible' : 'hidden',
      }}
    />
  )
}

interface HeadProps {
  titleId: string
  title: string
  torch: Camera['torch']
  onClose: () => void
}

/** Close button, title, and the torch if the camera has one. */
function Head({ titleId, title, torch, onClose }: HeadProps) {
  const { t } = useTranslation(['scanner', 'common'])
  return (
    <Box
      sx={{
        position: 'relative',
        zIndex: 1,
        display: 'flex',
        alignItems: 'center',
        flex: 'none',
        gap: 1,
        px: 1,
        minHeight: 56,
        '& .MuiIconButton-root': { width: 44, height: 44, color: 'inherit', '&:hover': { bgcolor: '#ffffff24' } },
        background: 'linear-gradient(#0B1117cc, #0B111700)',
      }}
    >
      <TooltipIconButton label={t('common:actions.close')} icon={X} iconSize={22} onClick={onClose} />
      <Typography id={titleId} variant="h2" sx={{ flex: 1, textAlign: 'center', fontSize: 16, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {torch ? (
        <TooltipIconButton
          label={t(torch.isOn ? 'torchOff' : 'torchOn')}
          aria-pressed={torch.isOn}
          icon={torch.isOn ? FlashlightOff : Flashlight}
          iconSize={22}
          onClick={torch.toggle}
        />
      ) : (
        <Box sx={{ width: 44 }} />
      )}
    </Box>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'relative',
        zIndex: 1,
        flex: '0 1 auto',
        minHeight: 0,
        maxHeight: '60%',
        overflowY: 'auto',
        width: '100%',
        maxWidth: 560,
        mx: 'auto',
        px: 2,
        pt: 1.5,
        pb: 'max(12px, env(safe-area-inset-bottom))',
        bgcolor: 'background.paper',
        color: 'text.primary',
        borderRadius: '16px 16px 0 0',
      }}
    >
      {children}
    </Box>
  )
}

function TypeButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('scanner')
  return (
    <Button fullWidth size="large" variant="text" startIcon={<Keyboard size={18} />} onClick={onClick}>
      {t('type')}
    </Button>
  )
}
