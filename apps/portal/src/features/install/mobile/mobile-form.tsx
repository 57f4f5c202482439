import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PackagePlus } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PresetQuestion } from '../components/preset-question.js'
import { FIELDS, PANELS } from '../install-form.js'
import { useFocusOn } from '../use-focus-on.js'
import { useInstallForm } from '../use-install-form.js'
import { BackButton } from './back-button.js'
import { DoneBar } from './done-bar.js'
import { DoneScreen } from './done-screen.js'
import { MobileFrame } from './mobile-frame.js'
import type { MobilePaths } from './mobile-paths.js'
import { focusNextField } from './next-field.js'
import { PresetsSheet } from './presets-sheet.js'
import { ScanLayer } from './scan-layer.js'
import { StepDots } from './step-dots.js'
import { StepScreen } from './step-screen.js'
import { firstOpenStep, isFilled, lastReachable, shownStep, stepAfter, stepOf, STEPS } from './steps.js'
import type { MobileAddress } from './use-mobile-address.js'

interface MobileFormProps {
  businessId: number | null
  address: MobileAddress
  paths: MobilePaths
  menu: (close: () => void, onPresets: () => void) => ReactNode
}

/** an installation one screen at a time: the camera first, then what is not filled in yet, and at last the check list. */
export function MobileForm({ businessId, address, paths, menu }: MobileFormProps) {
  const { t } = useTranslation('installMobile')
  const formId = useId()
  const { form, values, wrong, presets, save, isSaving, resetForNext } = useInstallForm(businessId, address.imei)
  const [isPresetsOpen, setPresetsOpen] = useState(false)
  const hasPreset = presets.importedId !== undefined
  // What the API had against it comes before what is not filled in yet.
  const refusedField = FIELDS.find((field) => form.formState.errors[field])
  const step = shownStep(address.step ?? (refusedField && stepOf(refusedField)), wrong)
  const following = stepAfter(step, wrong, hasPreset)
  const before = STEPS[STEPS.indexOf(step) - 1]
  const { done } = address
  // The page begins with the camera: there is nothing to do without a tracker.
  const isScanning = !done && (address.isScanning || (address.step === undefined && values.imei === ''))

  const focusOn = useFocusOn(form, (field) => stepOf(field) === step)
  const install = form.handleSubmit(async (wanted) => {
    const outcome = await save(wanted)
    if ('installed' in outcome) {
      address.openDone(outcome.installed)
      return resetForNext(wanted)
    }
    const { refused } = outcome
    focusOn(refused)
    if (refused && stepOf(refused) !== step) address.openStep(stepOf(refused))
  })
  const goOn = async () => {
    const fields = PANELS[step]
    // From here on they are checked at each letter.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    if (!(await form.trigger([...fields], { shouldFocus: true }))) return
    if (following) address.openStep(following)
    else await install()
  }
  const useTracker = (imei: string) => {
    form.setValue('imei', imei, { shouldDirty: true, shouldValidate: true })
    if (address.isScanning) address.closeScan()
    else address.openStep(firstOpenStep(new Map([...wrong].filter(([field]) => field !== 'imei'))), true)
  }
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target
    if (event.key !== 'Enter' || !(field instanceof HTMLInputElement) || field.role === 'combobox') return
    event.preventDefault()
    if (!focusNextField(field, event.currentTarget)) void goOn()
  }
  const bar = done ? (
    <DoneBar entityId={done.entityId} entityPath={paths.entity} nextLabel={t('done.next')} onNext={address.startAgain} />
  ) : (
    <>
      {before && <BackButton label={t('back')} onClick={() => address.openStep(before)} />}
      <Button
        type="submit"
        form={formId}
        variant="contained"
        size="large"
        loading={isSaving}
        startIcon={following ? undefined : <PackagePlus size={18} />}
        sx={{ flex: 1, minWidth: 0 }}
      >
        {following ? t('next', { step: t(`steps.${following}`) }) : t('save')}
      </Button>
    </>
  )
  return (
    <MobileFrame
      work="install"
      onWork={address.openWork}
      onLiveTest={paths.onLiveTest}
      menu={(close) => menu(close, () => setPresetsOpen(true))}
      head={
        !done && (
          <StepDots
            current={step}
            open={lastReachable(wrong)}
            filled={new Set(STEPS.filter((one) => isFilled(one, wrong)))}
            onStep={address.openStep}
          />
        )
      }
      bar={bar}
    >
      {done && <DoneScreen done={done} />}
      {!done && !isScanning && (
        <Box
          component="form"
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void goOn()
          }}
          onKeyDown={onEnter}
        >
          <StepScreen
            step={step}
            form={form}
            presets={presets}
            onPresets={() => setPresetsOpen(true)}
            onScan={address.openScan}
          />
        </Box>
      )}
      {isScanning && (
        <ScanLayer
          wants="new"
          onUse={useTracker}
          onType={() => address.openStep('device', true)}
          onClose={() => (address.isScanning ? address.closeScan() : address.openStep(firstOpenStep(wrong), true))}
        />
      )}
      {isPresetsOpen && <PresetsSheet presets={presets} formValues={form.getValues} onClose={() => setPresetsOpen(false)} />}
      <PresetQuestion presets={presets} />
    </MobileFrame>
  )
}
