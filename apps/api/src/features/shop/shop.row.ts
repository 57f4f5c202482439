/** User for whom a code was made. */
export interface ShopVisitorRow {
  id: number
  email: string
  first_name: string
  last_name: string
  role: string
  business_id: number | null
  business_name: string | null
}
