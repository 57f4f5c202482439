import { screen, waitFor } from '@testing-library/react'
import { useForm, useWatch } from 'react-hook-form'
import { stubApi } from '../../testing/api-stub.js'
import { renderPart } from '../../testing/render-app.js'
import { PlanField } from './components/details-section.js'
import { emptyForm, type InstallForm, toInstall } from './form/install-form.js'

const PLANS = 'GET /api/v1/dropdown/maintenance-plans'
const plan = { id: 7, name: 'E-bike service', description: 'Chain and brakes', business_id: 3, business_name: 'Domstad' }

/** The field, with the value that would be sent below it. */
function Form() {
  const form = useForm<InstallForm>({ defaultValues: emptyForm(3, 'en') })
  const values = { ...emptyForm(3, 'en'), ...useWatch({ control: form.control }) }
  return (
    <>
      <PlanField form={form} />
      <output>{String(toInstall(values).maintenance_plan_id)}</output>
    </>
  )
}

describe('the maintenance plan in the form of an installation', () => {
  it('R-104 is chosen among the active ones, and is left open again', async () => {
    stubApi({ [PLANS]: { data: [plan] } })
    const { actor } = await renderPart(<Form />)
    const field = await screen.findByLabelText(/^Maintenance plan/)
    expect(screen.getByRole('status')).toHaveTextContent('null')
    await actor.click(field)
    await actor.click(await screen.findByText('E-bike service'))
    expect(screen.getByRole('status')).toHaveTextContent('7')
    expect(screen.getByText('Chain and brakes')).toBeVisible()
    await actor.click(field)
    await actor.click(await screen.findByText('No plan'))
    expect(screen.getByRole('status')).toHaveTextContent('null')
  })

  it('R-104 is not asked for where nobody made one', async () => {
    const api = stubApi({ [PLANS]: { data: [] } })
    await renderPart(<Form />)
    await waitFor(() => expect(api.requestsTo(PLANS)).toHaveLength(1))
    expect(screen.queryByLabelText(/^Maintenance plan/)).toBeNull()
  })
})
