import type { RecordedExample } from './example.ts'

// Recorded from a running service by test/openapi/examples.test.ts: do not edit.
export const recordedExamples: Readonly<Record<string, RecordedExample>> = {
  'GET /coins/{file}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/coins/ltc.svg',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img"><title>Litecoin</title><circle cx="16" cy="16" r="16" fill="#345d9d"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M15.4 7.8 11.8 23h9.8M9.4 18.6l9.2-3.8"/></g></svg>',
    },
  },
  'POST /invoices': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/invoices',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'order 7' },
      token: true,
      body: '{"amount":12.5,"currency":"USD","external_id":"order 7","memo":"Two books"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "unpaid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": null,\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": [\n    {\n      "uri": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "currency": "LTC",\n      "currency_name": "Litecoin",\n      "currency_logo_url": "https://pay.example.com/coins/ltc.svg",\n      "amount": "0.125"\n    }\n  ]\n}',
    },
  },
  'GET /invoices': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices?status=paid&limit=1',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoices": [\n    {\n      "invoice": {\n        "amount": 12.5,\n        "currency": "USD",\n        "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "status": "paid",\n        "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "redirect_url": null,\n        "memo": "Two books",\n        "created_at": "2026-11-26T10:00:00.000Z",\n        "expires_at": "2026-11-27T10:00:00.000Z",\n        "paid_at": "2026-11-26T10:00:00.000Z",\n        "payment": {\n          "currency": "LTC",\n          "amount": "0.125",\n          "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1",\n          "txids": [\n            "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1"\n          ],\n          "confirmations": 0,\n          "replaceable": false,\n          "accepted_at": "2026-11-26T10:00:00.000Z",\n          "confirmed_at": null\n        },\n        "webhook_url": null,\n        "external_id": "order 7",\n        "business_id": null,\n        "location_id": null,\n        "register_id": null,\n        "metadata": {\n          "customer": "Ann"\n        },\n        "coins": null,\n        "confirmations": null\n      },\n      "payment_options": []\n    }\n  ],\n  "next_cursor": null\n}',
    },
  },
  'GET /invoices/{uid}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "unpaid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": null,\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": [\n    {\n      "uri": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "currency": "LTC",\n      "currency_name": "Litecoin",\n      "currency_logo_url": "https://pay.example.com/coins/ltc.svg",\n      "amount": "0.125"\n    }\n  ]\n}',
    },
  },
  'DELETE /invoices/{uid}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty02',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n    "status": "cancelled",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n    "redirect_url": null,\n    "memo": null,\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "received": null,\n    "webhook_url": null,\n    "external_id": null,\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": null,\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": []\n}',
    },
  },
  'PATCH /invoices/{uid}': {
    request: {
      method: 'PATCH',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"metadata":{"customer":"Ann"}}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "unpaid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": {\n      "customer": "Ann"\n    },\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": [\n    {\n      "uri": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "currency": "LTC",\n      "currency_name": "Litecoin",\n      "currency_logo_url": "https://pay.example.com/coins/ltc.svg",\n      "amount": "0.125"\n    }\n  ]\n}',
    },
  },
  'GET /invoices.csv': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices.csv?status=paid',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'text/csv',
      body: 'uid,created_at,paid_at,status,amount,currency,coin,coin_amount,rate,rate_sources,network_fee,txid,confirmations,external_id,business_id,location_id,register_id,memo,metadata\r\n01m7zq358w1gsxwrxq3z35anwb6j8655ty01,2026-11-26T10:00:00.000Z,2026-11-26T10:00:00.000Z,paid,12.5,USD,LTC,0.125,100,fixed,0.00000146,99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1,0,order 7,,,,Two books,"{""customer"":""Ann""}"\r\n',
    },
  },
  'GET /invoices.jsonl': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices.jsonl?status=paid',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/x-ndjson',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "paid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": "2026-11-26T10:00:00.000Z",\n    "payment": {\n      "currency": "LTC",\n      "amount": "0.125",\n      "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1",\n      "txids": [\n        "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1"\n      ],\n      "confirmations": 0,\n      "replaceable": false,\n      "accepted_at": "2026-11-26T10:00:00.000Z",\n      "confirmed_at": null\n    },\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": {\n      "customer": "Ann"\n    },\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": []\n}',
    },
  },
  'GET /api/v1/events': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/events?limit=1',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "events": [\n    {\n      "id": "evt_01m7zq358w1gsxwrxq3z35an02",\n      "type": "invoice.created",\n      "time": "2026-11-26T10:00:00.000Z",\n      "subject": "invoice/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "sequence": 1,\n      "cursor": "c1",\n      "data": {\n        "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "status": "unpaid",\n        "hash": null,\n        "invoice": {\n          "amount": 12.5,\n          "currency": "USD",\n          "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n          "status": "unpaid",\n          "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n          "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n          "redirect_url": null,\n          "memo": "Two books",\n          "created_at": "2026-11-26T10:00:00.000Z",\n          "expires_at": "2026-11-27T10:00:00.000Z",\n          "paid_at": null,\n          "payment": null,\n          "webhook_url": null,\n          "external_id": "order 7",\n          "business_id": null,\n          "location_id": null,\n          "register_id": null,\n          "metadata": null,\n          "coins": null,\n          "confirmations": null\n        },\n        "payment": null\n      }\n    }\n  ],\n  "next_cursor": "c1"\n}',
    },
  },
  'GET /events': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/events?after=c0',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'text/event-stream',
      body: 'id: c1\ndata: {"id":"evt_01m7zq358w1gsxwrxq3z35an02","type":"invoice.created","time":"2026-11-26T10:00:00.000Z","subject":"invoice/01m7zq358w1gsxwrxq3z35anwb6j8655ty01","sequence":1,"cursor":"c1","data":{"uid":"01m7zq358w1gsxwrxq3z35anwb6j8655ty01","status":"unpaid","hash":null,"invoice":{"amount":12.5,"currency":"USD","uid":"01m7zq358w1gsxwrxq3z35anwb6j8655ty01","status":"unpaid","uri":"pay:?r=https://pa…',
    },
  },
  'GET /ws': {
    request: {
      method: 'GET',
      url: 'wss://pay.example.com/ws',
      headers: {},
      token: false,
      body: '{"type":"subscribe","token":"qt_…","after":"c0"}',
    },
    response: { status: 101, type: '', body: '{\n  "type": "subscribed",\n  "cursor": "c0"\n}' },
  },
  'POST /api/v1/webhooks': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"url":"https://shop.example.com/hook","types":["invoice.*"],"description":"Shop"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "description": "Shop",\n  "types": [\n    "invoice.*"\n  ],\n  "enabled": true,\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "failing_since": null,\n  "disabled_at": null,\n  "disabled_reason": null,\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=="\n}',
    },
  },
  'GET /api/v1/webhooks': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n    "url": "https://shop.example.com/hook",\n    "description": "Shop",\n    "types": [\n      "invoice.*"\n    ],\n    "enabled": true,\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "failing_since": null,\n    "disabled_at": null,\n    "disabled_reason": null\n  }\n]',
    },
  },
  'GET /api/v1/webhooks/{id}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "description": "Shop",\n  "types": [\n    "invoice.*"\n  ],\n  "enabled": true,\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "failing_since": null,\n  "disabled_at": null,\n  "disabled_reason": null\n}',
    },
  },
  'PATCH /api/v1/webhooks/{id}': {
    request: {
      method: 'PATCH',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"types":["invoice.paid"]}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "description": "Shop",\n  "types": [\n    "invoice.paid"\n  ],\n  "enabled": true,\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "failing_since": null,\n  "disabled_at": null,\n  "disabled_reason": null\n}',
    },
  },
  'DELETE /api/v1/webhooks/{id}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 204, type: '', body: '' },
  },
  'GET /api/v1/webhooks/secret': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": null\n}',
    },
  },
  'POST /api/v1/webhooks/secret': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=="\n}',
    },
  },
  'GET /api/v1/webhooks/{id}/secret': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": null\n}',
    },
  },
  'POST /api/v1/webhooks/{id}/secret': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=="\n}',
    },
  },
  'GET /api/v1/webhooks/deliveries': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/deliveries',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "deliveries": [\n    {\n      "id": "whd_01m7zq358w1gsxwrxq3z35an01",\n      "event": "invoice.paid",\n      "event_id": "evt_01m7zq358w1gsxwrxq3z35an01",\n      "endpoint_id": "whe_01m7zq358w1gsxwrxq3z35an01",\n      "url": "https://shop.example.com/hook",\n      "state": "delivered",\n      "created_at": "2026-11-26T10:00:00.000Z",\n      "attempts": [\n        {\n          "at": "2026-11-26T10:00:00.000Z",\n          "status": 204,\n          "ms": 12,\n          "error": null\n        }\n      ],\n      "next_at": null\n    }\n  ],\n  "next_cursor": null\n}',
    },
  },
  'GET /api/v1/webhooks/deliveries/{id}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/deliveries/whd_01m7zq358w1gsxwrxq3z35an01',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whd_01m7zq358w1gsxwrxq3z35an01",\n  "event": "invoice.paid",\n  "event_id": "evt_01m7zq358w1gsxwrxq3z35an01",\n  "endpoint_id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "state": "delivered",\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "attempts": [\n    {\n      "at": "2026-11-26T10:00:00.000Z",\n      "status": 204,\n      "ms": 12,\n      "error": null,\n      "answer": ""\n    }\n  ],\n  "next_at": null\n}',
    },
  },
  'POST /api/v1/webhooks/deliveries/{id}/redeliver': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/deliveries/whd_01m7zq358w1gsxwrxq3z35an01/redeliver',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whd_01m7zq358w1gsxwrxq3z35an01",\n  "event": "invoice.paid",\n  "event_id": "evt_01m7zq358w1gsxwrxq3z35an01",\n  "endpoint_id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "state": "pending",\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "attempts": [\n    {\n      "at": "2026-11-26T10:00:00.000Z",\n      "status": 204,\n      "ms": 12,\n      "error": null\n    }\n  ],\n  "next_at": "2026-11-26T10:00:00.000Z"\n}',
    },
  },
  'POST /api/v1/webhooks/redeliver': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/redeliver',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "redelivered": 0\n}' },
  },
  'GET /api/v1/payment-exceptions': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/payment-exceptions',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "payment_exceptions": [\n    {\n      "id": "pex_01m7zq358w1gsxwrxq3z35an01",\n      "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty03",\n      "kind": "late",\n      "currency": "LTC",\n      "amount": "0.125",\n      "value": "12.5",\n      "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef2",\n      "status": "open",\n      "created_at": "2026-11-26T10:00:00.000Z"\n    }\n  ],\n  "next_cursor": null\n}',
    },
  },
  'POST /api/v1/payment-exceptions/{id}/resolve': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/payment-exceptions/pex_01m7zq358w1gsxwrxq3z35an01/resolve',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"resolution":"accept"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "pex_01m7zq358w1gsxwrxq3z35an01",\n  "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty03",\n  "kind": "late",\n  "currency": "LTC",\n  "amount": "0.125",\n  "value": "12.5",\n  "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef2",\n  "status": "accepted",\n  "created_at": "2026-11-26T10:00:00.000Z"\n}',
    },
  },
  'POST /api/v1/account/links': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/account/links',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"email":"guest@example.com"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": 1,\n  "source": 1,\n  "target": 2\n}',
    },
  },
  'GET /api/v1/account/links': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/account/links',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": 1,\n    "source": 1,\n    "target": 2\n  }\n]',
    },
  },
  'DELETE /api/v1/account/links/{id}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/account/links/1',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 204, type: '', body: '' },
  },
  'GET /signingKeys/paymentProtocol.json': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/signingKeys/paymentProtocol.json',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "owner": "Quittance at 127.0.0.1",\n  "expirationDate": "2027-11-26T10:00:00.000Z",\n  "validDomains": [\n    "127.0.0.1"\n  ],\n  "publicKeys": [\n    "0200000001…"\n  ]\n}',
    },
  },
  'GET /signatures/{file}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/signatures/99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef3.json',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "keyHash": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef3",\n  "signatures": []\n}',
    },
  },
  'GET /r/{uid}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { accept: 'application/payment-request', 'x-currency': 'LTC' },
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "network": "regtest",\n  "currency": "LTC",\n  "requiredFeeRate": 1.01,\n  "requiredFeePerByte": 1.01,\n  "outputs": [\n    {\n      "amount": 12500000,\n      "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n    }\n  ],\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/payments/json/LTC/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01"\n}',
    },
  },
  'POST /r/{uid}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/payment-request' },
      token: false,
      body: '{"chain":"LTC","currency":"LTC"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "chain": "LTC",\n  "currency": "LTC",\n  "network": "regtest",\n  "instructions": [\n    {\n      "type": "transaction",\n      "requiredFeeRate": 1.01,\n      "outputs": [\n        {\n          "amount": 12500000,\n          "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n        }\n      ]\n    }\n  ]\n}',
    },
  },
  'GET /i/{uid}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { accept: 'application/payment-request', 'x-currency': 'LTC' },
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "network": "regtest",\n  "currency": "LTC",\n  "requiredFeeRate": 1.01,\n  "requiredFeePerByte": 1.01,\n  "outputs": [\n    {\n      "amount": 12500000,\n      "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n    }\n  ],\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/payments/json/LTC/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01"\n}',
    },
  },
  'POST /i/{uid}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/payment-request' },
      token: false,
      body: '{"chain":"LTC","currency":"LTC"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "chain": "LTC",\n  "currency": "LTC",\n  "network": "regtest",\n  "instructions": [\n    {\n      "type": "transaction",\n      "requiredFeeRate": 1.01,\n      "outputs": [\n        {\n          "amount": 12500000,\n          "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n        }\n      ]\n    }\n  ]\n}',
    },
  },
  'GET /invoices/{uid}/address/{currency}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty02/address/LTC',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "currency": "LTC",\n  "address": "moT7VtkMy1azEmBpCBn2zh9nSuRqwTdSqX",\n  "amount": "0.125",\n  "received": "0",\n  "remaining": "0.125",\n  "uri": "litecoin:moT7VtkMy1azEmBpCBn2zh9nSuRqwTdSqX?amount=0.125&r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n  "expires": "2026-11-26T10:15:00.000Z"\n}',
    },
  },
  'POST /payments/json/{currency}/{uid}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/payments/json/LTC/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/json' },
      token: false,
      body: '{"currency":"LTC","transactions":["0200000001…"]}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "success": true,\n  "transactions": [\n    "0200000001…"\n  ],\n  "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1",\n  "memo": "Payment received. Thank you."\n}',
    },
  },
  'GET /openapi.json': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/openapi.json',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{"openapi":"3.1.1","info":{"title":"Quit…' },
  },
  'GET /docs': {
    request: { method: 'GET', url: 'https://pay.example.com/docs', headers: {}, token: false, body: '' },
    response: { status: 200, type: 'text/html', body: '<!doctype html>\n<html lang="en" dir="ltr…' },
  },
  'GET /asyncapi.json': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/asyncapi.json',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{"asyncapi":"3.0.0","info":{"title":"Qui…' },
  },
  'GET /llms.txt': {
    request: { method: 'GET', url: 'https://pay.example.com/llms.txt', headers: {}, token: false, body: '' },
    response: { status: 200, type: 'text/plain', body: '# Quittance\n\n> A self-hosted invoicing s…' },
  },
  'GET /health/live': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/health/live',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "live": true\n}' },
  },
  'GET /health/ready': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/health/ready',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "ready": true\n}' },
  },
  'GET /metrics': {
    request: { method: 'GET', url: 'https://pay.example.com/metrics', headers: {}, token: false, body: '' },
    response: { status: 200, type: 'text/plain', body: '# HELP quittance_database_ready 1 while …' },
  },
  'POST /sandbox/{coin}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/sandbox/ltc',
      headers: { 'content-type': 'application/json' },
      token: false,
      body: '{"method":"getblockcount"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "result": 3,\n  "error": null,\n  "id": null\n}',
    },
  },
  'GET /modal/btcpay.js': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/modal/btcpay.js',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'text/javascript', body: '// @ts-check\n// For shop plug-ins: <scri…' },
  },
  'GET /i/{uid}/{method}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty06/LTC-CHAIN',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 303, type: '', body: '' },
  },
  'GET /invoice': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoice?id=01m7zq358w1gsxwrxq3z35anwb6j8655ty06',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 303, type: '', body: '' },
  },
  'GET /api/v1/api-keys/current': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/api-keys/current',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "apiKey": "qt_…",\n  "label": "WooCommerce",\n  "permissions": [\n    "btcpay.store.canviewinvoices:1",\n    "btcpay.store.cancreateinvoice:1"\n  ]\n}',
    },
  },
  'DELETE /api/v1/api-keys/current': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/api-keys/current',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{}' },
  },
  'POST /api/v1/stores/{storeId}/webhooks': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"url":"https://shop.example.com/hook","secret":"uY3vT8pQ0sZ6kR1m","authorizedEvents":{"everything":false,"specificEvents":["InvoiceCreated","InvoiceSettled"]}}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an02",\n  "url": "https://shop.example.com/hook",\n  "enabled": true,\n  "automaticRedelivery": true,\n  "authorizedEvents": {\n    "everything": false,\n    "specificEvents": [\n      "InvoiceCreated",\n      "InvoiceSettled"\n    ]\n  },\n  "secret": "uY3vT8pQ0sZ6kR1m"\n}',
    },
  },
  'GET /api/v1/stores/{storeId}/webhooks': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": "whe_01m7zq358w1gsxwrxq3z35an02",\n    "url": "https://shop.example.com/hook",\n    "enabled": true,\n    "automaticRedelivery": true,\n    "authorizedEvents": {\n      "everything": false,\n      "specificEvents": [\n        "InvoiceCreated",\n        "InvoiceSettled"\n      ]\n    }\n  }\n]',
    },
  },
  'GET /api/v1/stores/{storeId}/webhooks/{webhookId}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an02",\n  "url": "https://shop.example.com/hook",\n  "enabled": true,\n  "automaticRedelivery": true,\n  "authorizedEvents": {\n    "everything": false,\n    "specificEvents": [\n      "InvoiceCreated",\n      "InvoiceSettled"\n    ]\n  }\n}',
    },
  },
  'PUT /api/v1/stores/{storeId}/webhooks/{webhookId}': {
    request: {
      method: 'PUT',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"url":"https://shop.example.com/hook","enabled":false}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an02",\n  "url": "https://shop.example.com/hook",\n  "enabled": false,\n  "automaticRedelivery": true,\n  "authorizedEvents": {\n    "everything": true,\n    "specificEvents": []\n  }\n}',
    },
  },
  'DELETE /api/v1/stores/{storeId}/webhooks/{webhookId}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{}' },
  },
  'GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02/deliveries',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": "whd_01m7zq358w1gsxwrxq3z35an02",\n    "timestamp": 1795687200,\n    "httpCode": 204,\n    "errorMessage": "",\n    "status": "HttpSuccess"\n  }\n]',
    },
  },
  'GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02/deliveries/whd_01m7zq358w1gsxwrxq3z35an02',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whd_01m7zq358w1gsxwrxq3z35an02",\n  "timestamp": 1795687200,\n  "httpCode": 204,\n  "errorMessage": "",\n  "status": "HttpSuccess"\n}',
    },
  },
  'GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}/request': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02/deliveries/whd_01m7zq358w1gsxwrxq3z35an02/request',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "deliveryId": "whd_01m7zq358w1gsxwrxq3z35an02",\n  "webhookId": "whe_01m7zq358w1gsxwrxq3z35an02",\n  "originalDeliveryId": "whd_01m7zq358w1gsxwrxq3z35an02",\n  "isRedelivery": false,\n  "timestamp": 1795687200,\n  "type": "InvoiceCreated",\n  "storeId": "1",\n  "invoiceId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books"\n  }\n}',
    },
  },
  'POST /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/webhooks/whe_01m7zq358w1gsxwrxq3z35an02/deliveries/whd_01m7zq358w1gsxwrxq3z35an02/redeliver',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '"whd_01m7zq358w1gsxwrxq3z35an02.2"' },
  },
  'GET /api/v1/stores': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": "1",\n    "name": "shop@example.com",\n    "website": "",\n    "defaultCurrency": "USD",\n    "invoiceExpiration": 86400,\n    "monitoringExpiration": 2592000,\n    "speedPolicy": "MediumSpeed",\n    "paymentTolerance": 0,\n    "anyoneCanCreateInvoice": false,\n    "requiresRefundEmail": false,\n    "redirectAutomatically": false,\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "defaultLang": "en",\n    "htmlTitle": "",\n    "networkFeeMode": "Never",\n    "payJoinEnabled": false,\n    "lazyPaymentMethods": true,\n    "archived": false,\n    "showRecommendedFee": false,\n    "recommendedFeeBlockTarget": 1,\n    "customLogo": "",\n    "customCSS": "",\n    "lightningAmountInSatoshi": false,\n    "lightningPrivateRouteHints": false,\n    "lightningDescriptionTemplate": "",\n    "onChainWithLnInvoiceFallback": false,\n    "receipt": {\n      "enabled": true,\n      "showQR": false,\n      "showPayments": true\n    }\n  }\n]',
    },
  },
  'GET /api/v1/stores/{storeId}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "1",\n  "name": "shop@example.com",\n  "website": "",\n  "defaultCurrency": "USD",\n  "invoiceExpiration": 86400,\n  "monitoringExpiration": 2592000,\n  "speedPolicy": "MediumSpeed",\n  "paymentTolerance": 0,\n  "anyoneCanCreateInvoice": false,\n  "requiresRefundEmail": false,\n  "redirectAutomatically": false,\n  "defaultPaymentMethod": "LTC-CHAIN",\n  "defaultLang": "en",\n  "htmlTitle": "",\n  "networkFeeMode": "Never",\n  "payJoinEnabled": false,\n  "lazyPaymentMethods": true,\n  "archived": false,\n  "showRecommendedFee": false,\n  "recommendedFeeBlockTarget": 1,\n  "customLogo": "",\n  "customCSS": "",\n  "lightningAmountInSatoshi": false,\n  "lightningPrivateRouteHints": false,\n  "lightningDescriptionTemplate": "",\n  "onChainWithLnInvoiceFallback": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'GET /api/v1/stores/{storeId}/payment-methods': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/payment-methods',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "paymentMethodId": "LTC-CHAIN",\n    "enabled": true\n  }\n]',
    },
  },
  'GET /api/v1/stores/{storeId}/payment-methods/OnChain': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/payment-methods/OnChain',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "enabled": true,\n    "cryptoCode": "LTC"\n  }\n]',
    },
  },
  'GET /api/v1/stores/{storeId}/payment-methods/LightningNetwork': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/payment-methods/LightningNetwork',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '[]' },
  },
  'GET /api/v1/stores/{storeId}/rates': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/rates?currencyPair=LTC_USD',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "currencyPair": "LTC_USD",\n    "rate": "100",\n    "errors": []\n  }\n]',
    },
  },
  'GET /api/v1/server/info': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/server/info',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "version": "2.4.5",\n  "onion": "",\n  "supportedPaymentMethods": [\n    "BTC-CHAIN",\n    "BCH-CHAIN",\n    "BSV-CHAIN",\n    "DASH-CHAIN",\n    "LTC-CHAIN",\n    "DOGE-CHAIN"\n  ],\n  "fullySynched": true,\n  "syncStatus": [\n    {\n      "paymentMethodId": "BTC-CHAIN",\n      "chainHeight": 0,\n      "syncHeight": 0,\n      "nodeInformation": {\n        "headers": 0,\n        "blocks": 0,\n        "verificationProgress": 1\n      },\n      "available": true\n    },\n    {\n      "paymentMethodId": "BCH-CHAIN",\n      "chainHeight": 0,\n      "syncHeight": 0,\n      "nodeInformation": {\n        "headers": 0,\n        "blocks": 0,\n        "verificationProgress": 1\n      },\n      "available": true\n    },\n    {\n      "paymentMethodId": "BSV-CHAIN",\n      "chainHeight": 0,\n      "syncHeight": 0,\n      "nodeInformation": {\n        "headers": 0,\n        "blocks": 0,\n        "verificationProgress": 1\n      },\n      "available": true\n    },\n    {\n      "paymentMethodId": "DASH-CHAIN",\n      "chainHeight": 0,\n      "syncHeight": 0,\n      "nodeInformation": {\n        "headers": 0,\n        "blocks": 0,\n        "verificationProgress": 1\n      },\n      "available": true\n    },\n    {\n      "paymentMethodId": "LTC-CHAIN",\n      "chainHeight": 3,\n…',
    },
  },
  'GET /api/v1/health': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/health',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "synchronized": true\n}' },
  },
  'POST /api/v1/stores/{storeId}/invoices': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/invoices',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"amount":"12.50","currency":"USD","metadata":{"orderId":"0815","itemDesc":"Two books"},"checkout":{"speedPolicy":"LowSpeed","redirectURL":"https://shop.example.com/done?order={OrderId}"}}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "0",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "status": "New",\n  "additionalStatus": "None",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books"\n  },\n  "checkout": {\n    "speedPolicy": "LowSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "https://shop.example.com/done?order=0815",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [\n    "Invalid"\n  ],\n  "archived": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'GET /api/v1/stores/{storeId}/invoices': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/invoices?orderId=0815',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n    "storeId": "1",\n    "amount": "12.5",\n    "paidAmount": "0",\n    "currency": "USD",\n    "type": "Standard",\n    "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n    "status": "New",\n    "additionalStatus": "None",\n    "createdTime": 1795687200,\n    "expirationTime": 1795773600,\n    "monitoringExpiration": 1798365600,\n    "monitoringTime": 1798365600,\n    "metadata": {\n      "orderId": "0815",\n      "itemDesc": "Two books"\n    },\n    "checkout": {\n      "speedPolicy": "LowSpeed",\n      "paymentMethods": [\n        "LTC-CHAIN"\n      ],\n      "defaultPaymentMethod": "LTC-CHAIN",\n      "lazyPaymentMethods": true,\n      "expirationMinutes": 1440,\n      "paymentTolerance": 0,\n      "redirectURL": "https://shop.example.com/done?order=0815",\n      "redirectAutomatically": false,\n      "defaultLanguage": "",\n      "monitoringMinutes": 43200\n    },\n    "additionalSearchTerms": [],\n    "availableStatusesForManualMarking": [\n      "Invalid"\n    ],\n    "archived": false,\n    "receipt": {\n      "enabled": true,\n      "showQR": false,\n      "showPayments": true\n    }\n  }\n]',
    },
  },
  'GET /api/v1/stores/{storeId}/invoices/{invoiceId}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "12.5",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "status": "Processing",\n  "additionalStatus": "None",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books"\n  },\n  "checkout": {\n    "speedPolicy": "LowSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "https://shop.example.com/done?order=0815",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [],\n  "archived": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'PUT /api/v1/stores/{storeId}/invoices/{invoiceId}': {
    request: {
      method: 'PUT',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"metadata":{"orderId":"0815","itemDesc":"Two books","shipped":true}}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "12.5",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "status": "Processing",\n  "additionalStatus": "None",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books",\n    "shipped": true\n  },\n  "checkout": {\n    "speedPolicy": "LowSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "https://shop.example.com/done?order=0815",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [],\n  "archived": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'DELETE /api/v1/stores/{storeId}/invoices/{invoiceId}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "12.5",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "status": "Processing",\n  "additionalStatus": "None",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books",\n    "shipped": true\n  },\n  "checkout": {\n    "speedPolicy": "LowSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "https://shop.example.com/done?order=0815",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [],\n  "archived": true,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'GET /api/v1/invoices/{invoiceId}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "12.5",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "status": "Processing",\n  "additionalStatus": "None",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books"\n  },\n  "checkout": {\n    "speedPolicy": "LowSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "https://shop.example.com/done?order=0815",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [],\n  "archived": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'GET /api/v1/stores/{storeId}/invoices/{invoiceId}/payment-methods': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04/payment-methods',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "rate": "100",\n    "paymentMethodPaid": "0.125",\n    "totalPaid": "0.125",\n    "due": "0",\n    "amount": "0.125",\n    "paymentMethodId": "LTC-CHAIN",\n    "currency": "LTC",\n    "activated": true,\n    "destination": "",\n    "paymentLink": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n    "paymentMethodFee": "0",\n    "additionalData": {},\n    "payments": [\n      {\n        "id": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef4-0",\n        "receivedDate": 1795687200,\n        "value": "0.125",\n        "fee": "0",\n        "status": "Processing",\n        "destination": "mxVF7gjKm75wUfUcoZ26ixr9FdVSK6yHZX"\n      }\n    ]\n  }\n]',
    },
  },
  'POST /api/v1/stores/{storeId}/invoices/{invoiceId}/status': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty05/status',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"status":"Invalid"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty05",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "0",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty05",\n  "status": "Invalid",\n  "additionalStatus": "Marked",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {},\n  "checkout": {\n    "speedPolicy": "MediumSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [],\n  "archived": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'POST /api/v1/stores/{storeId}/invoices/{invoiceId}/unarchive': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04/unarchive',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "storeId": "1",\n  "amount": "12.5",\n  "paidAmount": "12.5",\n  "currency": "USD",\n  "type": "Standard",\n  "checkoutLink": "https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty04",\n  "status": "Processing",\n  "additionalStatus": "None",\n  "createdTime": 1795687200,\n  "expirationTime": 1795773600,\n  "monitoringExpiration": 1798365600,\n  "monitoringTime": 1798365600,\n  "metadata": {\n    "orderId": "0815",\n    "itemDesc": "Two books",\n    "shipped": true\n  },\n  "checkout": {\n    "speedPolicy": "LowSpeed",\n    "paymentMethods": [\n      "LTC-CHAIN"\n    ],\n    "defaultPaymentMethod": "LTC-CHAIN",\n    "lazyPaymentMethods": true,\n    "expirationMinutes": 1440,\n    "paymentTolerance": 0,\n    "redirectURL": "https://shop.example.com/done?order=0815",\n    "redirectAutomatically": false,\n    "defaultLanguage": "",\n    "monitoringMinutes": 43200\n  },\n  "additionalSearchTerms": [],\n  "availableStatusesForManualMarking": [],\n  "archived": false,\n  "receipt": {\n    "enabled": true,\n    "showQR": false,\n    "showPayments": true\n  }\n}',
    },
  },
  'POST /api/v1/stores/{storeId}/pull-payments': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/pull-payments',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 403,
      type: 'application/json',
      body: '{\n  "code": "missing-permission",\n  "message": "The access token lacks the permission btcpay.store.cancreatenonapprovedpullpayments.",\n  "missingPermission": "btcpay.store.cancreatenonapprovedpullpayments"\n}',
    },
  },
  'POST /api/v1/stores/{storeId}/invoices/{invoiceId}/refund': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/stores/1/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty04/refund',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 403,
      type: 'application/json',
      body: '{\n  "code": "missing-permission",\n  "message": "The access token lacks the permission btcpay.store.cancreatenonapprovedpullpayments.",\n  "missingPermission": "btcpay.store.cancreatenonapprovedpullpayments"\n}',
    },
  },
}
