import type { DestinationsMessages } from './en.ts'

export const ar: DestinationsMessages = {
  destinations_intro:
    'يدفع عملاؤك مباشرة إلى محفظتك: لا يملك هذا الخادم أي مفاتيح. العملة التي لا وجهة لها لا تُعرض في فواتيرك.',
  destinations_is_set: 'محددة',
  destinations_not_set: 'غير محددة',
  destinations_none: 'لا يستطيع أحد أن يدفع لك بعملة {coin} بعد.',
  destinations_set_up: 'تحديد',
  destinations_change: 'تغيير',
  destinations_kind: 'النوع',
  destinations_kind_xpub: 'مفتاح عام موسّع: عنوان جديد لكل فاتورة',
  destinations_kind_address: 'عنوان ثابت واحد لكل الفواتير',
  destinations_address: 'العنوان',
  destinations_key_id: 'معرّف المفتاح',
  destinations_next: 'الفهرس التالي',
  destinations_first: 'العناوين الأولى',
  destinations_now: 'إلى أين تذهب الأموال الآن',
  destinations_set_title: 'حدّد الوجهة',
  destinations_change_title: 'غيّر الوجهة',
  destinations_how:
    'الأفضل هو المفتاح العام الموسّع لحساب في محفظتك: عندها تحصل كل فاتورة على عنوان جديد. هو يُظهر أموالك ولا يستطيع إنفاقها. بعد ذلك تقارن العناوين بمحفظتك، ولا يتغير شيء قبل أن تؤكد.',
  destinations_field: 'مفتاح عام موسّع أو عنوان',
  destinations_field_hint:
    'يبدأ المفتاح هنا بـ {names}. لا تُعطِ مفتاحًا خاصًا أو كلمات الاسترداد لأحد، ولا لهذه الصفحة.',
  destinations_look: 'اعرض العناوين',
  destinations_test_title: 'لا محفظة لديك؟',
  destinations_test_text:
    'العملات في بيئة التجربة هذه بلا قيمة. مفتاح الاختبار لا يخص أي محفظة، فلا شيء للمقارنة. العملات المُعدّة سابقًا تبقى كما هي.',
  destinations_test_button: 'استخدم مفاتيح اختبار لكل العملات',
  destinations_skip_title: 'تخطّي عناوين',
  destinations_skip_text:
    'لمحفظة أعطت العناوين التالية في مكان آخر. تبحث معظم المحافظ عن الأموال في عشرين عنوانًا متتاليًا غير مستخدم لا أكثر: تخطَّ أقل عدد ممكن.',
  destinations_skip_by: 'العدد',
  destinations_skip_hint: 'من 1 إلى {most}',
  destinations_skip: 'تخطَّها',
  destinations_compare_title: 'قارن بمحفظتك',
  destinations_compare_xpub:
    'افتح قائمة عناوين الاستلام في محفظتك. يجب أن تكون الثلاثة الأولى هذه، حرفًا بحرف:',
  destinations_compare_address: 'يجب أن يكون هذا عنوان استلام في محفظتك، حرفًا بحرف:',
  destinations_about_xpub: 'إن اختلفت فهو حساب آخر أو نوع آخر من العناوين: لا تؤكد.',
  destinations_about_address:
    'تطلب كل الفواتير الدفع إلى هذا العنوان الواحد، فيستطيع أي شخص أن يرى أنها تعود إلى الجهة نفسها. الفواتير المفتوحة في الوقت نفسه تُميَّز بفروق بسيطة في المبلغ.',
  destinations_confirm_title: 'استخدم هذه الوجهة',
  destinations_confirm_text:
    'لم يتغير شيء بعد. الفواتير التي أُعطي دافعوها عنوانًا تحتفظ به، وكل ما عداها يذهب إلى هنا من الآن.',
  destinations_same_text: 'هذه هي الوجهة المحددة من قبل: لا يتغير شيء.',
  destinations_letter_text: 'تصلك رسالة عن هذا التغيير.',
  destinations_confirm: 'متطابقة: استخدمها',
  destinations_differs: 'مختلفة: أدخل غيرها',
  destinations_done_set: 'تذهب مدفوعات {coin} إلى هذه الوجهة من الآن.',
  destinations_done_test: 'ضُبطت مفاتيح اختبار لكل العملات.',
  destinations_done_skipped: 'تم تخطّي عناوين {coin}.',
  destinations_error_key: 'هذا ليس مفتاحًا عامًا موسّعًا: هناك أحرف ناقصة أو خاطئة. انسخه مرة أخرى من محفظتك.',
  destinations_error_private_key:
    'هذا مفتاح خاص: من يملكه يستطيع إنفاق أموالك. لم نحتفظ به. أعطِ المفتاح العام الموسّع التابع له، ولا تكتب المفتاح الخاص في أي مكان بعد الآن.',
  destinations_error_other_key:
    'هذا المفتاح لعملة أخرى أو شبكة أخرى. أعطِ مفتاحًا يبدأ كما هو مذكور أسفل الحقل.',
  destinations_error_address: 'هذا ليس عنوانًا ولا مفتاحًا عامًا موسّعًا لهذه العملة على هذه الشبكة.',
  destinations_error_derived:
    'هذا العنوان اشتُقّ هنا من مفتاح عام موسّع من أجل فاتورة: يجب أن يكون العنوان الثابت غيره.',
  destinations_error_changed:
    'تغيّرت وجهة هذه العملة بعد أن فتحت هذه الصفحة، ولذلك لم تُعيَّن هذه الوجهة. انظر إلى الوجهة الحالية، وابدأ من جديد إن أردت غيرها.',
  destinations_error_skip: 'أدخل عددًا صحيحًا من العناوين كما هو مذكور أسفل الحقل.',

  letter_destination_changed_subject: 'تغيّرت وجهة أموالك',
  letter_destination_changed_text:
    'تذهب مدفوعات {coin} إلى حسابك {email} إلى وجهة أخرى من الآن. عنوانها الأول هو:\n\n{address}\n\nقارنه بمحفظتك. إن لم تكن أنت فاختر كلمة مرور أخرى فورًا، ثم حدّد الوجهة من جديد:\n\n{url}',
}
