import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ArrowLeft, PackagePlus } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PresetQuestion } from '../components/presets/preset-question.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { TwinNotice } from '../../../components/twin-notice.js'
import { vars } from '../../../theme/components/vars.js'
import { useInstallForm } from '../form/use-install-form.js'
import { DoneBar, DoneScreen, useDone } from './done.js'
import { DetailsCard } from './cards.js'
import { MobileFrame } from './mobile-frame.js'
import type { MobilePaths } from './mobile-paths.js'
import { PresetsSheet } from './presets-sheet.js'
import { ScanLayer } from './scan-layer.js'
import { StepDots } from './steps/step-dots.js'
import { StepScreen } from './steps/step-screen.js'
import { isFilled, lastReachable, STEPS } from './steps/steps.js'
import type { MobileAddress } from './use-mobile-address.js'
import { useMobileSteps } from './steps/use-mobile-steps.js'

/** Same height as the button beside it. */
const BackButton = styled(TooltipIconButton)(({ theme }) => ({
  '&&': { flex: 'none', width: 52, height: 48, border: `1px solid ${vars(theme).line.strong}` },
}))

interface MobileFormProps {
  businessId: number | null
  address: MobileAddress
  paths: MobilePaths
  menu: (close: () => void, onPresets: () => void) => ReactNode
}

/** Installation one screen at a time: first the camera, then the incomplete steps, finally the checks. */
export function MobileForm({ businessId, address, paths, menu }: MobileFormProps) {
  const { t } = useTranslation('installMobile')
  const formId = useId()
  const install = useInstallForm(businessId, address.imei)
  const { form, values, wrong, told, presets, twins, isSaving } = install
  const steps = useMobileSteps(install, address)
  const { step, following, before, isScanning, goOn, onEnter, allowTwin, takeTracker, leaveScan } = steps
  const [isPresetsOpen, setPresetsOpen] = useState(false)
  const openPresets = () => setPresetsOpen(true)
  const done = useDone(address.done)
  const filled = new Set(STEPS.filter((one) => isFilled(one, wrong) && isFilled(one, told)))
  // Details are optional. They are offered below the last required step.
  const hasDetails = following === undefined && step !== 'details' && lastReachable(wrong) === 'details'
  const stepBar = (
    <>
      {before && <BackButton label={t('back')} icon={ArrowLeft} iconSize={20} onClick={() => address.openStep(before)} />}
      <Button
        type="submit"
        form={formId}
        variant="contained"
        size="large"
        loading={isSaving}
        fullWidth
        startIcon={following ? undefined : <PackagePlus size={18} />}
      >
        {following ? t('next', { step: t(`steps.${following}`) }) : t('save')}
      </Button>
    </>
  )
  const doneBar = done && <DoneBar done={done} entityPath={paths.entity} nextLabel={t('done.next')} onNext={address.startAgain} />
  return (
    <MobileFrame
      work="install"
      onWork={address.openWork}
      onLiveTest={paths.onLiveTest}
      menu={(close) => menu(close, openPresets)}
      head={!done && <StepDots current={step} open={lastReachable(wrong)} filled={filled} onStep={address.openStep} />}
      bar={doneBar ?? stepBar}
    >
      {done && <DoneScreen done={done} />}
      {!done && !isScanning && (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void goOn()
          }}
          onKeyDown={onEnter}
        >
          <StepScreen step={step} form={form} presets={presets} onPresets={openPresets} onScan={address.openScan} />
          {hasDetails && <DetailsCard form={values} onOpen={() => address.openStep('details')} />}
          <TwinNotice twins={twins} isSaving={isSaving} onAllow={allowTwin} />
        </form>
      )}
      {isScanning && (
        <ScanLayer wants="new" onUse={takeTracker} onType={() => address.openStep('device', true)} onClose={leaveScan} />
      )}
      {isPresetsOpen && <PresetsSheet presets={presets} formValues={form.getValues} onClose={() => setPresetsOpen(false)} />}
      <PresetQuestion presets={presets} />
    </MobileFrame>
  )
}
