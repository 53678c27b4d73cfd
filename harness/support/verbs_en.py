"""English verbs, for telling where the predicate of a clause starts.

``SURE`` are verbs wherever they stand; ``EITHER`` are nouns as often (``charges``, ``reports``).
"""

from harness.support.lexicon import words

SURE = words(
    """
    abandon abide abolish absorb accelerate accept accompany accomplish accrue accumulate
    achieve acknowledge acquire act activate adapt add adhere adjust administer admit adopt
    advertise advise affect afford agree aim allocate allow alter amend analyse analyze
    annotate announce annul answer anticipate appear append apply appoint appreciate approve
    arise arrange arrive ascertain ask assemble assert assess assign assist assume assure
    attach attain attend attract audit authenticate authorise authorize automate await bear
    become begin behave believe belong bind block borrow break bring build buy calculate carry
    cease certify change choose circulate cite clarify classify clear close collaborate
    collect combine come commence commit communicate compare compensate compete compile
    complete comply compose comprise compute conceal conclude conduct configure confirm
    connect consent consist constitute construct consult consume contain continue contribute
    convert convey cooperate cope correct correspond cover create customise customize decide
    declare decline decrypt deduct deem defer define delegate delete deliver demonstrate deny
    depart depend deploy derive describe deserve design destroy detach detect determine
    develop deviate differ direct disable discard disclose disconnect discontinue discover
    discuss dismiss display dispose disregard disrupt dissolve distinguish distribute divide donate
    double download draw drop earn eat edit elect eliminate embed emerge employ enable enclose
    encounter encourage encrypt end endorse enforce engage enhance enjoy enrol enroll ensure
    enter entitle equal equip erase escalate establish evaluate exceed exchange exclude
    execute exempt exist expand expect expire explain expose express extend extract facilitate
    fail fall feed feel fetch fill finance find finish fit fix flow follow forbid forfeit
    forget forward fulfil fulfill furnish gain gather germinate generate get give go govern grant grow
    guarantee handle happen hear hide hinder hire hold identify ignore illustrate implement
    imply import impose improve inactivate include incorporate incur indicate inform inherit
    initiate inject insert insist inspect install instruct insure integrate intend interact
    interfere interpret interrupt introduce invalidate invest investigate invite invoke
    involve isolate join justify keep know lack last lead learn leave lend let liaise lie
    listen live load locate lock lodge lose lower maintain make manage manufacture market
    measure meet merge migrate minimise minimize miss modify monitor move narrow negotiate
    nominate notify obey observe obtain occupy occur offend omit operate oppose organise
    organize originate override oversee overwrite owe own participate pass pay penalise
    perform permit persist pertain postpone preserve prevent proceed procure prohibit prolong
    promise promote prompt propose protect prove provide publish purchase purge pursue put
    qualify quote raise reach react read realise realize reappear rebuild recalculate receive
    recognise recognize recommend reconnect recover recruit redeem redirect reduce refer
    refill reflect refrain refresh refuse regain register regulate reimburse reinstate reject
    relate release relinquish relocate rely remain remedy remember remind remit remove render
    renew repair repay repeat replace replenish replicate represent reproduce require reroute
    reschedule reserve reset reside resign resolve respect respond restart restore restrict
    resume retain retire retrieve return reuse reveal revert review revise revoke reward
    rewrite rinse rise rotate round satisfy save say scan scroll see seek select sell send
    separate serve set settle share shorten shut sign simplify sit slow solve speak specify
    spend split stand start stay stipulate store strengthen submit subscribe subtract succeed
    suffice suggest suit supersede supervise supply suppress surrender survive suspend sustain
    swallow switch synchronise synchronize take teach tell terminate think throw tolerate
    transcribe translate transmit transport treat trigger try turn undergo understand
    undertake uninstall unlock unsubscribe update upgrade upload use utilise utilize vacate
    validate vary verify violate waive want warm warn wear weigh widen win wish withdraw
    withhold withstand work write
    """
)
EITHER = words(
    """
    access account address advance aid alarm answer approach arrest attempt average award
    balance ban bar base bid bill bond bonus book boost bottle branch broadcast budget cache
    call campaign cap care cash cast cause chair challenge channel charge chart check circle
    claim class clean click clock code command comment compound concern condition conflict
    contact contract control cook copy cost count court credit crop cross cure current cut
    cycle damage date deal debit debt decrease default delay demand deposit desire detail dial
    discharge discount dispatch dispute dock document dose doubt draft dress drink drive dry
    dust duty ease effect effort email empty envelope escape estimate exhaust experience
    experiment export extract face favour fear feature fee field figure file film filter fine
    fire flag flash fly focus fold force form format found frame freeze fuel function fund
    grade ground group guard guess guide hand harm head heat help highlight host house hurt
    impact implement increase index input insult interest interview invoice iron issue judge
    jump kick label land launch lay lease level licence license lift light limit line link
    list loan lock log look loop loss love mail mark mask master match matter mention message
    mind mine mirror mix model mount name need neglect network note notice number object offer
    open order output outsource overcharge pack package page paint park part patch pause
    perfect permit phase phone photograph pick picture pilot place plan plant play plug point
    pool port post power practise predict prefer present press price print process produce
    profile profit program progress project promise proof pull pump push query question queue
    quit rain rank rate reason record refund regard reply report request rescue research
    respect rest result ring risk rock roll root route rule run rush sail sample scale
    schedule scope score screen seal search seat secure sense sequence shape share shift ship
    shop show sign signal size skip sleep slide slip smell smoke snow sort sound source space
    spare spot stage stamp state step stick stock stop stream stress strike study subject sum
    support surcharge survey swap table tag talk target task taste tax tear test text tie time
    tip title touch track trade train transfer transit trap travel trial trick trim truck
    trust type value view visit voice volunteer vote wait walk wash waste watch water wave
    welcome wind wipe witness word worry wrap yield
    """
)
