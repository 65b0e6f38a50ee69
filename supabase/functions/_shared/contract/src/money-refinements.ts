/** As `database-refinements.ts`, of what is about money. */
import type {
  Commission,
  CommissionCard,
  CommissionLicence,
  CommissionLine,
  CommissionReview,
  StaffDispute,
} from './answers/commissions.ts'
import type {
  CreatorOverview,
  EarningsSummary,
  EarningSource,
  EarningState,
  PayoutAnswer,
  PayoutHold,
  PayoutTerms,
  Referral,
  Referrer,
  RemixRoyalties,
  ShowcaseBlock,
  SkippedReason,
  TipAnswer,
} from './answers/earnings.ts'
import type {
  CodeAnswer,
  DailyGift,
  GiftState,
  OpenedGift,
  PaymentAnswer,
  PlanAnswer,
  PlanQuote,
  PrintedReceipt,
  PrintedStatement,
  PromoAnswer,
  StaffAct,
} from './answers/payments.ts'
import type { FoundServices, Service, ServicePage, WaitingPerson } from './answers/services.ts'

export interface MoneyRefinements {
  'my_balance.available': number
  'my_balance.debt': number
  'my_balance.held': number
  'my_balance.paid': number
  'my_balance.promo': number
  'credit_statement.balance_after': number
  'credit_statement.version': number
  'credit_statement.account': 'promo' | 'paid' | 'held' | 'debt'

  'my_payments.amount': PaymentAnswer['amount']
  'my_payments.attempt_started_at': PaymentAnswer['attempt_started_at']
  'my_payments.checkout_url': PaymentAnswer['checkout_url']
  'my_payments.created_at': PaymentAnswer['created_at']
  'my_payments.credits': PaymentAnswer['credits']
  'my_payments.currency': PaymentAnswer['currency']
  'my_payments.dispute': PaymentAnswer['dispute']
  'my_payments.duplicate_of': PaymentAnswer['duplicate_of']
  'my_payments.id': PaymentAnswer['id']
  'my_payments.is_refundable': PaymentAnswer['is_refundable']
  'my_payments.method': PaymentAnswer['method']
  'my_payments.msisdn_last4': PaymentAnswer['msisdn_last4']
  'my_payments.paid_at': PaymentAnswer['paid_at']
  'my_payments.plan_step': PaymentAnswer['plan_step']
  'my_payments.provider': PaymentAnswer['provider']
  'my_payments.purpose': PaymentAnswer['purpose']
  'my_payments.reason': PaymentAnswer['reason']
  'my_payments.receipt_id': PaymentAnswer['receipt_id']
  'my_payments.receipt_number': PaymentAnswer['receipt_number']
  'my_payments.refund_asked_at': PaymentAnswer['refund_asked_at']
  'my_payments.refunded_at': PaymentAnswer['refunded_at']
  'my_payments.frozen': PaymentAnswer['frozen']
  'my_payments.refund_state': PaymentAnswer['refund_state']
  'my_payments.refunded': PaymentAnswer['refunded']
  'my_payments.return_to': PaymentAnswer['return_to']
  'my_payments.sku': PaymentAnswer['sku']
  'my_payments.status': PaymentAnswer['status']
  'my_payments.tax': PaymentAnswer['tax']
  'my_subscription.amount': PlanAnswer['amount']
  'my_subscription.benefits_until': PlanAnswer['benefits_until']
  'my_subscription.can_pause': PlanAnswer['can_pause']
  'my_subscription.credits': PlanAnswer['credits']
  'my_subscription.currency': PlanAnswer['currency']
  'my_subscription.id': PlanAnswer['id']
  'my_subscription.is_payable': PlanAnswer['is_payable']
  'my_subscription.next_sku': PlanAnswer['next_sku']
  'my_subscription.paused_until': PlanAnswer['paused_until']
  'my_subscription.period_end': PlanAnswer['period_end']
  'my_subscription.renewal_amount': PlanAnswer['renewal_amount']
  'my_subscription.renewal_price_id': PlanAnswer['renewal_price_id']
  'my_subscription.sku': PlanAnswer['sku']
  'my_subscription.state': PlanAnswer['state']
  'my_subscription.way': PlanAnswer['way']
  'offers.price_id': string
  'offers.sku': string
  'offers.kind': 'pack' | 'topup'
  'offers.credits': number
  'offers.currency': string
  'offers.amount': number
  'offers.position': number
  'plans.price_id': string
  'plans.sku': string
  'plans.credits': number
  'plans.currency': string
  'plans.amount': number
  'plans.position': number
  'payment_methods.code': string
  'payment_methods.country': string
  'payment_methods.name': string
  'payment_methods.dial': string
  'payment_methods.digits': number
  'payment_methods.prefixes': string[]
  'payment_methods.max_amount': number
  'payment_methods.position': number
  'payment_methods.is_up': boolean
  'payment_methods.is_fictional': boolean
  'my_receipts.id': string
  'my_receipts.number': string
  'my_receipts.kind': PrintedReceipt['kind']
  'my_receipts.payment_id': string
  'my_receipts.sku': string
  'my_receipts.credits': number
  'my_receipts.currency': string
  'my_receipts.amount': number
  'my_receipts.tax': number
  'my_receipts.issued_at': string
  'my_gifts.id': string
  'my_gifts.payment_id': string
  'my_gifts.is_mine_to_give': boolean
  'my_gifts.giver_id': string
  'my_gifts.credits': number
  'my_gifts.state': GiftState
  'my_gifts.is_going_back': boolean
  'my_promo_codes.promo_id': string
  'my_promo_codes.label': string
  'my_promo_codes.kind': 'percent' | 'amount' | 'credits'
  'my_promo_codes.value': number
  'my_promo_codes.state': 'reserved' | 'kept'
  'my_promo_codes.used_at': string
  'payment_status()': PaymentAnswer
  'cancel_payment()': PaymentAnswer
  'plan_quote()': PlanQuote
  'change_plan()': PlanAnswer
  'cancel_plan()': PlanAnswer | null
  'resume_plan()': PlanAnswer
  'pause_plan()': PlanAnswer
  'check_promo_code()': PromoAnswer | null
  'redeem_code()': CodeAnswer
  'redeem_gift_code()': OpenedGift | null
  'daily_gift()': DailyGift
  'take_daily_gift()': DailyGift
  'receipt_to_print()': PrintedReceipt
  'statement_to_print()': PrintedStatement
  'staff_findings().settled_at': string | null
  'staff_findings().settled_by': string | null
  'staff_findings().note': string | null
  'staff_payments().username': string | null
  'staff_payments().reason': string | null
  'staff_payments().provider': string | null
  'staff_payments().provider_ref': string | null
  'staff_payments().provider_status': string | null
  'staff_payments().method': string | null
  'staff_disputes().username': string | null
  'staff_disputes().evidence_due': string | null
  'staff_disputes().closed_at': string | null
  'staff_findings().details': Readonly<Record<string, unknown>>
  'staff_payments().acts': readonly StaffAct[]
  'claim_billing_job()': string | null

  'creators.remix_bp': 0 | 500 | 1000
  'creators.blocks': ShowcaseBlock[]
  'save_showcase(blocks)': ShowcaseBlock[]
  'creator_overview()': CreatorOverview
  'remix_royalties()': RemixRoyalties
  'earnings_summary()': EarningsSummary
  'my_earnings.id': string
  'my_earnings.source': EarningSource
  'my_earnings.ref_id': string
  'my_earnings.gross': number
  'my_earnings.fee': number
  'my_earnings.amount': number
  'my_earnings.taken_back': number
  'my_earnings.state': EarningState
  'my_earnings.created_at': string
  'my_earnings.release_at': string
  'my_earning_years.year': number
  'my_earning_years.source': EarningSource
  'my_earning_years.lines': number
  'my_earning_years.gross': number
  'my_earning_years.fee': number
  'my_earning_years.taken_back': number
  'my_earning_years.amount': number
  'my_earning_days.day': string
  'my_earning_days.source': EarningSource
  'my_earning_days.lines': number
  'my_earning_days.gross': number
  'my_earning_days.fee': number
  'my_earning_days.taken_back': number
  'my_earning_days.amount': number
  'my_payouts.id': string
  'my_payouts.operator': string
  'my_payouts.last4': string
  'my_payouts.amount': number
  'my_payouts.fee': number
  'my_payouts.status': PayoutAnswer['status']
  'my_payouts.holds': PayoutHold[]
  'my_payouts.created_at': string
  'my_payouts.may_cancel': boolean
  'ask_payout()': PayoutAnswer
  'cancel_payout()': PayoutAnswer
  'payout_terms()': PayoutTerms
  'bank_terms()': PayoutTerms
  'bank_account_of()': unknown
  'apply_bank_truth()': boolean
  'claim_payouts().country': string | null
  'my_referral()': Referral
  'referral_by()': Referrer | null
  'send_tip()': TipAnswer
  'send_tip(post)': string | null
  'send_tip(note)': string | null
  'set_prompt_price(credits)': number | null
  'unlocked_prompt()': string | null
  'staff_payouts().username': string | null
  'staff_payouts().legal_name': string | null
  'staff_payouts().holds': PayoutHold[]
  'staff_payouts().country': string | null
  'staff_payouts().status': PayoutAnswer['status']
  'staff_payouts().member_since': string | null
  'staff_payouts().sources': { [Source in EarningSource]?: number | undefined }
  'staff_payouts().acts': readonly StaffAct[]
  'note_payout_ref()': string | null
  'apply_payout_truth()': PayoutAnswer['status'] | null
  'claim_payouts().provider_ref': string | null
  'my_royalties.accrued_on': string
  'my_royalties.post_id': string
  'my_royalties.level': number
  'my_royalties.remixes': number
  'my_royalties.credits': number
  'my_royalties.milli': number
  'my_royalties.is_posted': boolean
  'my_royalties.skipped': SkippedReason | null

  'save_service()': Service
  'save_service(service)': string | null
  'set_service_state()': Service
  'my_services()': Service[]
  'services_of()': Service[]
  'find_services()': FoundServices
  'service_page()': ServicePage
  'join_waitlist()': Service
  'leave_waitlist()': Service
  'service_waitlist()': WaitingPerson[]
  'request_commission()': Commission
  'commission_step()': Commission
  'commission_step(details)': Readonly<Record<string, unknown>>
  'read_commission()': Commission
  'my_commissions()': CommissionLine[]
  'my_commissions(before)': string | null
  'commission_cards()': CommissionCard[]
  'commission_cards(before)': string | null
  'commission_licence()': CommissionLicence
  'review_commission()': Commission
  'answer_review()': CommissionReview
  'rule_dispute()': Commission
  'staff_commission_disputes()': StaffDispute[]
  'note_preview(p_path)': string | null
}
