import type { WebhooksMessages } from './en.ts'

export const ar: WebhooksMessages = {
  webhooks_intro: 'يعلم خادمك بكل ما يحدث: تتلقى كل نقطة استقبال طلب POST موقّعًا عن كل حدث تستمع إليه.',
  webhooks_add: 'إضافة نقطة استقبال',
  webhooks_none: 'لا توجد نقطة استقبال بعد',
  webhooks_none_text:
    'أضف عنوان خادمك، مثل https://shop.example.com/hooks، فيُرسل إليه كل حدث. ويمكن أن تحمل الفاتورة عنوانًا خاصًا بها، webhook_url، يعلم بدفعها.',
  webhooks_caption: 'نقاط الاستقبال',
  webhooks_endpoint: 'نقطة الاستقبال',
  webhooks_listens: 'تستمع إلى',
  webhooks_state: 'الحالة',
  webhooks_last: 'آخر تسليم',
  webhooks_every_event: 'كل الأحداث',
  webhooks_never: 'لا شيء بعد',
  webhooks_enabled: 'مفعّلة',
  webhooks_failing: 'متعثرة',
  webhooks_failing_since: 'لم يصل إليها شيء منذ {time}. وبعد خمسة أيام تُعطّل.',
  webhooks_disabled: 'معطّلة',
  webhooks_disabled_failing: 'تعثرت خمسة أيام.',
  webhooks_disabled_gone: 'أجابت بالرمز 410: لا تريد شيئًا بعد الآن.',
  webhooks_disabled_by_hand: 'أنت عطّلتها.',
  webhooks_disabled_at: 'عُطّلت {time}.',

  webhooks_url: 'العنوان (URL)',
  webhooks_url_hint:
    'يبدأ بـ \u2066https://\u2069 (المنفذ 443) أو \u2066http://\u2069 (المنفذ 80). المنافذ الأخرى والعناوين الخاصة تتطلب \u2066WEBHOOK_ALLOW_PRIVATE=true\u2069، وهو الإعداد الافتراضي في بيئة التجربة.',
  webhooks_description: 'الوصف',
  webhooks_description_hint: 'لك أنت، 255 حرفًا على الأكثر. ويمكن تركه فارغًا.',
  webhooks_events: 'الأحداث',
  webhooks_events_hint: 'اختر ما تستمع إليه. إن لم تختر شيئًا وصلها كل حدث.',
  webhooks_kind_invoice: 'الفواتير',
  webhooks_kind_payment: 'المدفوعات',
  webhooks_kind_account: 'الحسابات والروابط',
  webhooks_kind_webhook: 'الويب هوك',
  webhooks_kind_all: 'كل هذه',
  webhooks_create: 'إضافة نقطة الاستقبال',
  webhooks_save: 'حفظ',
  webhooks_created: 'أُنشئت',
  webhooks_details: 'التفاصيل',
  webhooks_change: 'تغيير نقطة الاستقبال',
  webhooks_enable: 'تفعيل',
  webhooks_disable: 'تعطيل',
  webhooks_test: 'إرسال اختبار',
  webhooks_test_text: 'الاختبار حدث موقّع من النوع webhook.test. يُرسل فورًا، ومرة واحدة.',
  webhooks_latest: 'أحدث عمليات التسليم',
  webhooks_latest_all: 'كل عمليات التسليم إلى هذه النقطة',
  webhooks_delete: 'حذف',
  webhooks_delete_title: 'حذف نقطة الاستقبال هذه',
  webhooks_delete_text:
    'لن يصلها شيء بعد ذلك، ويُترك ما هو في الطريق إليها، ويزول سرّها إلى الأبد. إن أردت إيقافها مؤقتًا فعطّلها.',

  webhooks_secret: 'سرّ التوقيع',
  webhooks_secret_text: 'يوقّع ما يُرسل إلى هذه النقطة دون غيرها.',
  webhooks_secret_account: 'سرّ فواتيرك',
  webhooks_secret_account_text: 'يوقّع ما يُرسل إلى webhook_url في الفاتورة.',
  webhooks_secret_show: 'إظهار السرّ',
  webhooks_secret_rotate: 'إنشاء سرّ جديد',
  webhooks_secret_rotate_text: 'يسري السرّ الجديد فورًا. ويظل السابق يوقّع إلى جانبه 24 ساعة.',
  webhooks_secret_password_hint: 'مرة أخرى، حتى لا يقرأ أحد السرّ على حاسوب تركته.',
  webhooks_secret_is: 'انسخه الآن: عندما تغادر هذه الصفحة يُخفى من جديد.',
  webhooks_secret_previous: 'السابق. يظل يوقّع إلى جانبه 24 ساعة بعد التغيير',
  webhooks_secret_over: 'سبق أن ظهر السرّ. أدخل كلمة المرور لتراه مرة أخرى.',

  webhooks_verify: 'التحقق من التوقيع',
  webhooks_verify_text:
    'كل طلب موقّع كما تنص {standard}، في الترويسات webhook-id وwebhook-timestamp وwebhook-signature. وتوجد مكتبة لمعظم اللغات:',
  webhooks_verify_answer:
    'أجب بالرمز 2xx خلال 15 ثانية. وما عدا ذلك يُعاد إرساله، عشر مرات في ثلاثة أيام. وتبقى webhook-id نفسها في كل محاولة: تجاهل بها ما تكرر.',

  webhooks_done_created: 'أُضيفت نقطة الاستقبال. أرسل اختبارًا لترى هل تجيب.',
  webhooks_done_changed: 'تغيّرت نقطة الاستقبال.',
  webhooks_done_enabled: 'نقطة الاستقبال مفعّلة.',
  webhooks_done_disabled: 'نقطة الاستقبال معطّلة. وتُرك ما كان في الطريق إليها.',
  webhooks_done_deleted: 'حُذفت نقطة الاستقبال.',
  webhooks_done_rotated: 'صار هناك سرّ جديد. ويظل السابق يوقّع إلى جانبه 24 ساعة.',

  webhooks_error_url:
    'لا يمكننا استدعاء هذا العنوان. أدخل عنوانًا كاملًا يبدأ بـ \u2066https://\u2069 أو \u2066http://\u2069 دون اسم مستخدم أو كلمة مرور. العناوين الخاصة والمنافذ غير 443 و80 تتطلب \u2066WEBHOOK_ALLOW_PRIVATE=true\u2069.',
  webhooks_error_description: 'الوصف طويل جدًا، أو فيه أحرف لا يمكن حفظها.',
  webhooks_error_types: 'لا يوجد نوع حدث كهذا. أعد تحميل الصفحة واختر من جديد.',
  webhooks_error_too_many: 'بلغ الحساب أكثر ما يمكن من نقاط الاستقبال. احذف واحدة أولًا.',
  webhooks_error_host_too_many: 'بلغ الحساب أكثر ما يمكن من نقاط الاستقبال على هذا الخادم. احذف واحدة أولًا.',

  email_webhook_added_subject: 'أُضيف ويب هوك',
  email_webhook_added_text:
    'أُضيف ويب هوك إلى حسابك {email}. يرسل الأحداث إلى {host}.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم احذف الويب هوك، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
  email_webhook_moved_subject: 'تغيّر رابط ويب هوك',
  email_webhook_moved_text:
    'تغيّر رابط ويب هوك في حسابك {email}. يرسل الأحداث الآن إلى {host}. كان المضيف السابق {before}.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم استعد الرابط، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'جُدّد سرّ ويب هوك',
  email_webhook_secret_replaced_text:
    'جُدّد سرّ ويب هوك في حسابك {email}. ويوقّع السرّان كلاهما 24 ساعة.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم جدّد السرّ مرة أخرى، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
}
