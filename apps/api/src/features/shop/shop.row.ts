/** User that a code was made for. */
export interface ShopVisitorRow {
  id: number
  email: string
  first_name: string
  last_name: string
  role: string
  business_id: number | null
  business_name: string | null
}
