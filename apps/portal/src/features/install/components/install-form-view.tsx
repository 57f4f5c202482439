import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { TwinNotice } from '../../../components/twin-notice.js'
import { FIELDS, isBegun, isOwnMessage, type Panel, PANELS } from '../form/install-form.js'
import { useFocusOn } from '../form/use-focus-on.js'
import type { Installed } from '../form/use-install.js'
import { useInstallForm } from '../form/use-install-form.js'
import { Aside, Columns } from './desk-columns.js'
import { DetailsFields } from './details-section.js'
import { ImeiField } from './fields/device-field.js'
import { LatestList } from './latest-list.js'
import { PresetBar } from './presets/preset-bar.js'
import { PresetQuestion } from './presets/preset-question.js'
import { ProofPanel } from './proof-panel.js'
import { SaveBar } from './save-bar.js'
import { Section } from './section.js'
import { TargetFields } from './target-section.js'
import { useSummaries } from './use-summaries.js'
import { VehicleFields } from './vehicle-section.js'

interface InstallFormViewProps {
  /** Default business for new vehicles. */
  businessId: number | null
  /** Tracker passed by another screen. */
  imei?: string
  onLiveTest: (imei: string) => void
}

/** Returns the form's state, with its saving and the state of each panel. */
function useDesk(businessId: number | null, imei?: string) {
  const { t } = useTranslation('install')
  const install = useInstallForm(businessId, imei)
  const { form, values, wrong, told, save, reset, resetForNext } = install
  const { isSubmitted } = form.formState
  const [installed, setInstalled] = useState<Installed>()
  const summaries = useSummaries(values)
  const focusOn = useFocusOn(form, () => true)
  const open = new Map([...wrong, ...told])
  const first = FIELDS.find((field) => open.has(field))
  const section = (panel: Panel, number: number) => ({
    number,
    title: t(`${panel}.title`),
    wrong: PANELS[panel].filter((field) => told.has(field)).length,
    isComplete: isBegun(values, panel) && !PANELS[panel].some((field) => open.has(field)),
    summary: summaries[panel],
  })
  const submit = (goesOn: boolean, allowTwin = false) =>
    form.handleSubmit(async (wanted) => {
      const outcome = await save(wanted, allowTwin)
      if ('refused' in outcome) return focusOn(outcome.refused)
      setInstalled(outcome.installed)
      if (goesOn) resetForNext(wanted)
      else reset()
    })()
  const goToFirst = () => {
    if (first) form.setFocus(first)
  }
  return { ...install, isSubmitted, installed, section, submit, goToFirst, missing: open.size, first: first && open.get(first) }
}

/** Shows the four panels, with presets above, the latest vehicles beside and the missing fields below. */
export function InstallFormView({ businessId, imei, onLiveTest }: InstallFormViewProps) {
  const { t } = useTranslation('install')
  const desk = useDesk(businessId, imei)
  const { form, presets, twins, isSaving, reset, isSubmitted, installed, section, submit, goToFirst, missing, first } = desk
  return (
    <Stack component="form" noValidate onSubmit={(event) => event.preventDefault()}>
      <PresetBar
        chosenId={presets.chosenId}
        onChoose={presets.choose}
        onImport={presets.importPreset}
        formValues={form.getValues}
      />
      <Columns>
        <Stack>
          <Section {...section('target', 1)}>
            <TargetFields form={form} />
          </Section>
          <Section {...section('device', 2)}>
            <ImeiField form={form} />
          </Section>
        </Stack>
        <Stack>
          <Section {...section('vehicle', 3)}>
            <VehicleFields form={form} />
            <TwinNotice twins={twins} isSaving={isSaving} onAllow={() => void submit(false, true)} />
          </Section>
          <Section {...section('details', 4)}>
            <DetailsFields form={form} />
          </Section>
        </Stack>
        <Aside aria-label={t('latest.aside')}>
          {installed && (
            <ProofPanel
              key={installed.imei}
              title={t('saved.title', { name: installed.name })}
              installed={installed}
              onLiveTest={onLiveTest}
            />
          )}
          <LatestList onLiveTest={onLiveTest} />
        </Aside>
      </Columns>
      <SaveBar
        missing={missing}
        first={first !== undefined && isOwnMessage(first) ? t(first) : first}
        isTold={isSubmitted}
        isSaving={isSaving}
        onFirst={goToFirst}
        onReset={reset}
        onSave={() => void submit(false)}
        onSaveNext={() => void submit(true)}
      />
      <PresetQuestion presets={presets} />
    </Stack>
  )
}
