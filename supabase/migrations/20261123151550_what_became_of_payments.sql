create or replace view public.my_payments with (security_barrier=true) as
 SELECT p.id,
    p.purpose,
    p.sku,
    p.currency,
    p.amount,
    p.tax,
    p.credits,
    p.status,
    p.reason,
    p.refunded,
    p.dispute,
    p.duplicate_of,
    p.return_to,
    p.created_at,
    p.paid_at,
    a.provider,
    a.method,
    a.msisdn_last4,
    a.checkout_url,
    a.attempt_started_at,
    r.state AS refund_state,
    r.created_at AS refund_asked_at,
    ((p.status = 'paid'::text) AND (p.refunded = 0) AND (p.dispute = 'none'::text) AND (r.state IS NULL) AND
        CASE p.purpose
            WHEN 'gift'::text THEN (EXISTS ( SELECT
               FROM billing.gifts g
              WHERE ((g.payment_id = p.id) AND (g.state = 'open'::text))))
            ELSE (p.paid_at > (billing.clock() - '14 days'::interval))
        END) AS is_refundable,
    p.plan_step,
    c.number AS receipt_number,
    c.id AS receipt_id,
    r.closed_at AS refunded_at,
    ( SELECT (sum(d.frozen))::integer AS sum
           FROM billing.disputes d
          WHERE ((d.payment_id = p.id) AND (d.state = 'open'::text))) AS frozen
   FROM (((billing.payments p
     LEFT JOIN LATERAL ( SELECT t.provider,
            t.method,
            t.msisdn_last4,
                CASE
                    WHEN (t.state = 'open'::text) THEN t.checkout_url
                    ELSE NULL::text
                END AS checkout_url,
            t.created_at AS attempt_started_at
           FROM billing.attempts t
          WHERE (t.payment_id = p.id)
          ORDER BY t.id DESC
         LIMIT 1) a ON (true))
     LEFT JOIN LATERAL ( SELECT x.state,
            x.created_at,
            x.closed_at
           FROM billing.refunds x
          WHERE ((x.payment_id = p.id) AND (x.state <> 'failed'::text))
          ORDER BY x.id DESC
         LIMIT 1) r ON (true))
     LEFT JOIN billing.receipts c ON (((c.payment_id = p.id) AND (c.kind = 'receipt'::text))))
  WHERE (p.user_id = ( SELECT auth.uid() AS uid));

comment on view public.my_payments is 'One''s own payments with their last attempt and refund. status is the money''s; refunded (cumulative, smallest unit) and dispute stand beside it. is_refundable: on demand, if its credits are still unused; frozen: credits that a dispute locks, null without one.';
